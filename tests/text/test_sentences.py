from pathlib import Path
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from langchain_mdsplit.errors import ArgumentError, ArgumentTypeError
from langchain_mdsplit.text.graphemes import grapheme_spans
from langchain_mdsplit.text.sentence_tailoring import tailored_breaks
from langchain_mdsplit.text.sentences import (
    checked_sentence_spans,
    sentence_spans,
)
from tests.shared_data import load_cases
from tests.text.untailored import sentence_breaks

ACUTE = "\N{COMBINING ACUTE ACCENT}"

NASTY_PIECES = [
    *" \n\r\t\0\f\x85\u2028\ufeff.!?…。！؟।;,-*_`~[](){}<>\"'“”„«»「」（）",
    *f"aZé1κ漢かカ가क\u094d{ACUTE}\u0e33\u070f\u0600\u200b\u200d‼👩🏽\ud800",
    *("\r\n", "\n\n", "Dr", "z. B", "e.g", "12", "[^1]", "](x)", "</b>", "」と", "! »"),
]
# Where the tailoring differs on purpose: line ends, stops before no space, and
# combining marks after what closes a sentence.
TAILORED = regex.compile(
    r"""(?xV1)
    [\r\n] | \p{SB=Sep}{2}
  | (?: [!?] | (?<! \p{L} [\p{SB=Extend}\p{SB=Format}]*+ ) \. )
    [\p{SB=Extend}\p{SB=Format}]*+
    [^\s\p{SB=Close}\p{SB=STerm}\p{SB=ATerm}\p{SB=SContinue}]
  | \. [\p{SB=Close}\p{SB=Sp}\p{SB=Format}]++ \p{Mn}
    """
)
STANDARD_CASES = load_cases("data/sentence_break_test.json")
KEPT_CASES = [case for case in STANDARD_CASES if not TAILORED.search(case["text"])]
PLAIN_PIECES = [
    *("a", "Zz", "ƻ", "漢", "ก", "1a", f"a{ACUTE}", "a\u2029", "-", ",", ":", " "),
    *(". ", "! ", "? ", ".. ", "?! ", "! . ", ". , ", "। ", "。", "؟", ".\u2029"),
]
nasty_texts = st.lists(st.sampled_from(NASTY_PIECES), max_size=25).map("".join)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


def inner_breaks(text: str) -> list[int]:
    return [end for end in tailored_breaks(text) if end < len(text)]


@pytest.mark.parametrize("case", STANDARD_CASES)
def test_the_unicode_standards_own_cases(case: dict[str, Any]) -> None:
    assert sentence_breaks(case["text"]) == case["breaks"]


@pytest.mark.parametrize(
    ("text", "breaks"),
    [
        ("", []),
        ("a", [0, 1]),
        ("A. B? C", [0, 3, 6, 7]),
        ("a. b.c 3.4 U.S.A", [0, 16]),
        ('He said "No." (Yes.) Then', [0, 14, 21, 25]),
        ("a.\r\nB\rc\u2029", [0, 4, 6, 8]),
        (f"A.{ACUTE} {ACUTE}B", [0, 5, 6]),
    ],
)
def test_untailored_breaks(text: str, breaks: list[int]) -> None:
    assert sentence_breaks(text) == breaks


@pytest.mark.parametrize("case", KEPT_CASES)
def test_the_tailoring_keeps_the_standards_cases(case: dict[str, Any]) -> None:
    assert inner_breaks(case["text"]) == case["breaks"][1:-1]


@given(st.lists(st.sampled_from(PLAIN_PIECES)).map("".join))
def test_plain_prose_has_the_standards_breaks(text: str) -> None:
    assert inner_breaks(text) == sentence_breaks(text)[1:-1]


def test_sentences_of_twelve_languages_are_found(shared: Path) -> None:
    assert shared
    hits = misses = 0
    for case in load_cases("data/sentence_gold.json"):
        found = {start for start, _ in sentence_spans(case["text"])[1:]}
        right = {start for start, _ in case["spans"][1:]}
        hits += len(found & right)
        misses += len(found ^ right)
    assert 2 * hits / (2 * hits + misses) >= 0.98


@pytest.mark.parametrize(
    "marked",
    [
        # White space
        "It was hard-\nwrapped and\r\nwent on. |It ended\nhere.",
        "No stop|\n\nnext paragraph|\n \t\nthird\rline|\r\n\r\nfourth",
        "Dr.|\n\nDr. No",
        # Stops inside a sentence
        "Ask Dr. Hill, **Prof. Lee** and (Mrs. Poe). |They know.",
        "Smith et al. 2010, vol. 3, Fig. 2, No. 5, p. 7. |See p. |X. |No. |Six.",
        "Das gilt z. B. montags, vgl. Kap. 4 usw. immer.",
        "1. First, open it. |Close it.\n  |23. Enter 5. |Version 2. |Go.\n|1990. |Then",
        "Visit https://a.b/c.D?e=F!G. |Use .NET 8.0, README.md and Node.js. |Fine.",
        "He said […] Nothing (?) Really [...] Foo. |But (so he said.) |Bar",
        "Wait... what? |Hm… no. |Well… |Yes.",
        # Closing marks
        "**Stop.** |Go on. |_Really?_ |Yes. |~~No!~~ |`Foo.` |Then",
        "See [the docs.](https://a.b/c.D) |Then [these.][ref] |Then <b>this.</b> |End",
        "Some say so.[^1] |Others do not.[^note-2] |Who knows?[3] |I.",
        "(Yes.) |“No.” |'Oh!' |»Ja.« |«Si.» |„Nein.“ |End",
        "Il dit : « Oui ! » |Elle : « Non ? » |« Bon. » |Fin.",
        # Speech that goes on
        "“Why?” she asked. |“Stop!” |He did. |(Really?) so it is.",
        "„Kommst du?“, fragte sie. |»Nein!« rief er. |« Si ! » dit-il. |“好。” he",
        "그는 “좋아.”라고 말했다. |“뭐?”라고 물었다. |「네。」라고 했다. |끝.",
        # Scripts without spaces
        "彼は「行きます。」と言った。|私は黙っていた。|「どこ？」|母が聞いた。",
        "本当！？|信じられない。|（注意。）|これは例です。|「はい。」と。|『次』",
        "他说：“我不知道。”|我走了。|“你好！”|他来了（昨天）。|等等……|完成。|v3.14。",
        "これは本当?|はい!|そう.|次",
        "「Go!」と言った。|「Go.」という本。|Go!と言った。",
        # Other scripts' own marks
        "Τι κάνεις; |Καλά. |Και εσύ; |a; b",
        "أين أنت؟ |في البيت. |यह है। |क्या? |یہ ہے۔ |نہیں",
    ],
)
def test_each_rule_of_the_tailoring(marked: str) -> None:
    """A bar stands where a sentence ends."""
    expected = [part.strip() for part in marked.split("|")]
    assert sentences(marked.replace("|", "")) == expected


@pytest.mark.parametrize("text", ["", " ", "\n\n\t", "\x1c\u2028\f"])
def test_a_blank_text_has_no_sentence(text: str) -> None:
    assert sentence_spans(text) == []


@pytest.mark.parametrize("wrong", [None, 3, b"a", ["a"]])
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match=r"^text must be a str, not "):
        sentence_spans(wrong)


@given(nasty_texts | st.text(max_size=20))
def test_spans_are_trimmed_in_order_and_leave_out_white_space_only(text: str) -> None:
    position = 0
    for start, end in sentence_spans(text):
        assert position <= start < end
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        assert not text[position:start].strip()
        position = end
    assert not text[position:].strip()


@pytest.mark.parametrize("joined", ["\u0e33", "🏽", "\u200d👩", "\u070fa", "\u094dक"])
def test_no_break_tears_a_cluster_after_a_stop(joined: str) -> None:
    for stop in ("。", "‼", "! ", "。」"):
        text = f"a{stop}{joined}b。c"
        ends = {end for _, end in grapheme_spans(text)}
        assert set(tailored_breaks(text)) <= ends


@given(nasty_texts)
def test_no_break_tears_a_grapheme_cluster(text: str) -> None:
    assert set(tailored_breaks(text)) <= {end for _, end in grapheme_spans(text)}


@given(st.lists(st.sampled_from(["a", "Z.", "Dr.", "“No!”", "。", "(b", "*c?*", "—"])))
def test_a_single_newline_is_a_space(words: list[str]) -> None:
    spaced = sentence_spans("  ".join(words))
    assert sentence_spans(" \n".join(words)) == spaced
    assert sentence_spans("\r\n".join(words)) == spaced


LONG_UNITS = [
    *("a. ", "A. ", "Mr. A ", "1.\n", ".", ". ", "!", "。", "…", ".]( ", ".[^"),
    *('"', ")“", "(", ".)(", '."', "a", "\n", "\r\n \n", ACUTE, f".{ACUTE}"),
    *("\ud800", "\0", "\u2028", "\x85", "\f", "! »", "ω;", "。」と", "A.B", "</a."),
    *("am 3. ", "Am 3. A", "A.-", "A. *", "EE. ", "9 a.m. A"),
]


@pytest.mark.parametrize("unit", LONG_UNITS)
def test_long_runs_of_one_shape_neither_crash_nor_hang(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    spans = sentence_spans(text)
    kept = sum(len(text[start:end].split()) for start, end in spans)
    assert kept >= len(text.split())


def test_our_own_function_passes_its_check() -> None:
    text = " One. Two?\n\nThree "
    assert checked_sentence_spans(text, sentence_spans) == sentence_spans(text)


@pytest.mark.parametrize(
    ("spans", "kept"),
    [
        ([], [(1, 10)]),
        ([(4, 6)], [(1, 10)]),
        ([(1, 3), (7, 8)], [(1, 6), (7, 10)]),
        ([(0, 4), (4, 11)], [(1, 3), (4, 10)]),
        ([(0, 1), (1, 3), (3, 4), (4, 10)], [(1, 3), (4, 10)]),
        ([(2, 2), (4, 5), (5, 5), (7, 8)], [(1, 6), (7, 10)]),
        ([(1, 6), (7, 10)], [(1, 6), (7, 10)]),
        ([[1, 3], [4, 10]], [(1, 3), (4, 10)]),
    ],
)
def test_what_a_caller_leaves_out_goes_to_the_sentence_before(
    spans: list[tuple[int, int]], kept: list[tuple[int, int]]
) -> None:
    assert checked_sentence_spans(" ab cd efg ", lambda _: spans) == kept


def test_a_blank_text_has_none_of_a_callers_sentences() -> None:
    assert checked_sentence_spans(" \n", lambda text: [(0, len(text))]) == []


@pytest.mark.parametrize(
    "spans",
    [[(0, 9)], [(-1, 2)], [(3, 2)], [(0, 2), (1, 3)], [(2, 3), (0, 1)]],
)
def test_spans_out_of_order_or_range_are_refused(spans: list[tuple[int, int]]) -> None:
    with pytest.raises(ArgumentError, match="sentence_splitter returned the span"):
        checked_sentence_spans("abcd", lambda _: spans)


@pytest.mark.parametrize(
    "spans",
    [None, "ab", 3, {}, ["ab"], [(1,)], [(0, 1, 2)], [(0, 1.0)], [(0, None)], [3]],
)
def test_anything_but_pairs_of_integers_is_refused(spans: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="sentence_splitter must return"):
        checked_sentence_spans("abcd", lambda _: spans)


def test_a_callers_own_error_passes_through() -> None:
    def failing(text: str) -> list[tuple[int, int]]:
        raise KeyError(text)

    with pytest.raises(KeyError, match="abc"):
        checked_sentence_spans("abc", failing)
