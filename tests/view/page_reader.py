"""Reads a page as a browser does, as far as the tests need it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("meta", "base")


@dataclass(slots=True)
class Element:
    """An element that was read."""

    name: str
    attributes: dict[str, str]
    text: str = ""

    def has_class(self, name: str) -> bool:
        """Whether the element is of a class."""
        return name in self.attributes.get("class", "").split()


@dataclass(slots=True)
class Page:
    """A page that was read: its elements in order."""

    elements: list[Element] = field(default_factory=list)

    def by_id(self, wanted: str) -> Element:
        """Return the one element with an id."""
        (found,) = [e for e in self.elements if e.attributes.get("id") == wanted]
        return found

    def named(self, name: str) -> list[Element]:
        """Return the elements of a name."""
        return [element for element in self.elements if element.name == name]

    def of_class(self, name: str) -> list[Element]:
        """Return the elements of a class."""
        return [element for element in self.elements if element.has_class(name)]

    @property
    def source(self) -> str:
        """The text of the element that holds the source."""
        return self.by_id("source").text


class _Reader(HTMLParser):
    """Keeps elements with their text; wants every element closed in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.page = Page()
        self._open: list[tuple[Element, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self._keep(tag, attrs)
        if tag not in VOID:
            self._open.append((element, []))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._keep(tag, attrs)

    def _keep(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.page.elements.append(element)
        return element

    def handle_endtag(self, tag: str) -> None:
        element, text = self._open.pop()
        assert element.name == tag
        element.text = "".join(text)
        if self._open:
            self._open[-1][1].append(element.text)

    def handle_data(self, data: str) -> None:
        # Browsers read line ends as line feeds; none may be there as itself.
        assert "\r" not in data
        if self._open:
            self._open[-1][1].append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data({"amp": "&", "lt": "<", "gt": ">", "quot": '"'}[name])

    def handle_charref(self, name: str) -> None:
        # HTML, section 13.2.5.84: NUL becomes U+FFFD, 80 to 9F another character.
        code = int(name[1:], 16) if name.startswith("x") else int(name)
        assert 0 < code < 0x80
        self._open[-1][1].append(chr(code))

    def close(self) -> None:
        super().close()
        assert not self._open


def read_page(page: str) -> Page:
    """Read a page; assert that it is well formed."""
    page.encode()
    assert "\0" not in page
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.page
