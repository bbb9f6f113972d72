import pytest

from langchain_mdsplit.text.inner_stops import is_inner_stop
from langchain_mdsplit.text.sentences import sentence_spans

ACUTE = "\N{COMBINING ACUTE ACCENT}"


def assert_sentences(marked: str) -> None:
    text = marked.replace("|", "")
    found = [text[start:end] for start, end in sentence_spans(text)]
    assert found == [part.strip() for part in marked.split("|")]


@pytest.mark.parametrize(
    "marked",
    [
        "J. R. R. Tolkien wrote it. |George W.\nBush read it. |J.R.R. Tolkien too.",
        "By A. B. Smith et al. |See P. K. Agarwal, S. Vanstone and J.-P. Sartre.",
        "И. И. Иванов пришёл. |А. С. Пушкин — поэт. |Книга Н.В. Гоголя.",
        "M. Dupont arrive. |MM. Dupont et Durand. |Ο Κ. Καβάφης έγραψε.",
        f"E{ACUTE}. Zola, É. Zola (T. Mann) “K. Marx” **A. Bohr** and _J. Smith_.",
        "M. **Dupont** and J. R. R. [Tolkien](https://a.b) came.",
        "It was 2010|\n\nJ. Smith came.|\r\n \r\nI. Kant too.",
        "K. He, X. Zhang, S. Ren and S. Das, J. Sun.",
        "The U.S. Government said no. |In Washington, D.C. Mayor Hill agreed.",
    ],
)
def test_initials_stand_with_the_name(marked: str) -> None:
    """A bar stands where a sentence ends."""
    assert_sentences(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "Vitamin C. |It helps. |Plan B. |The end. |See Appendix C. |We’ll go.",
        "He lives in the U.S. |He works. |In the U.S. |However, few do. |U.S. |A man",
        "Neither do I. |She left. |Than I. |I’m here. |Plan B. |I do. |Class A. |An ox",
        "Teil A. |Der Rest folgt. |Вариант А. |Он прост. |Malcolm X. |He spoke.",
        "It has 5 V. |Pins follow. |At 20 °C. |Heat it. |Written in C++. |Fast.",
        "(Plan B.) |Smith spoke. |“Plan B.” |Smith left. |Is it C? |Yes. |`C`. |Go.",
        "Grade *A.* |Smith won. |Grade A. |“Smith” won. |Hepatitis B. |漢",
        "The letter X.|\n\nSmith took it.",
        "We go to Oz. |Smith stays. |Use Java EE. |Jakarta came. |He is a PhD. |Smith",
    ],
)
def test_a_letter_before_what_opens_a_sentence_ends_one(marked: str) -> None:
    assert_sentences(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "Am 3. Oktober war es so. |Im 19. Jahrhundert. |Der 2. Weltkrieg. |So ist es.",
        "Seit dem 1. Januar, vom 12. Mai bis zum 3. Juni und ab 1. Juli gilt das.",
        "Im 19. und 20. Jahrhundert, an ihrem 50. Geburtstag, zur 3. *Stunde*.",
        "Montag, 3. Oktober, um acht. |Am 1. August kommt der\n1. FC Köln.",
    ],
)
def test_german_ordinals_stand_with_their_noun(marked: str) -> None:
    assert_sentences(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "It is in chapter 3. |The end. |Use Vue 3. |Plugins differ.",
        "I am 12. |Peter is 9. |“I am 9. |Peter is 12.",
        "Sie wohnt in der 3. |Die Tür ist offen. |Wir sind die 10. |Wir gewinnen.",
        "Es war im Jahr 12. |Peter kam. |Seit 1990. |Peter kam. |Bis 300. |Peter kam.",
        "Von 5 und 10. |Peter kam. |Adam 3. |Peter kam. |Kapitel 3. |Maier kam.",
    ],
)
def test_other_numbers_end_a_sentence(marked: str) -> None:
    assert_sentences(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "На ул. Ленина живёт Проф. И. Иванов. |Ул. Мира, д. 5, кв. 3.",
        "Рис. 2 и св. Пётр.",
        "Он из г. Москва. |Был 1990 г. |Москва росла. |И т. д. |Он ушёл. |Дж. Байден.",
        "En EE. UU. |La Sra. López y el Sr. Díaz. |Los RR. HH.",
        "Los Sres. Gil, Dña. Ana, Sta. Fe.",
        "Il sig. Rossi, la sig.ra Bianchi, il dott. Neri e la dott.ssa Verdi. |Ciao.",
        "डॉ. शर्मा आए। |प्रो. वर्मा गए।",
        "قال د. أحمد ذلك. |جاء أ. محمد. |انظر ص. 5. |في 2010 م. |وكان. |زار م. علي.",
        "At 9 a.m. Monday, 5 p.m. EST and 6 p.m. UTC.",
        "We left at 9 a.m. |Peter stayed.",
        "5 Mio. Euro, evtl. Peter, sog. Helden. |Mme. Hill, Mgr. Poe, Ph. Roth.",
    ],
)
def test_abbreviations_of_several_languages(marked: str) -> None:
    assert_sentences(marked)


@pytest.mark.parametrize("text", [".  A", " . A", "(. A", "3", "A.A"])
def test_a_stop_without_a_word_or_a_next_one_ends_a_sentence(text: str) -> None:
    stop = max(text.find("."), 0)
    assert not is_inner_stop(text, stop, len(text) - 1)
