"""The text of a regular expression to its tree: ECMA-262 as far as an engine in linear time can go."""

from typing import NamedTuple, NoReturn

from alvara.patterns.symbols import ANY_BUT_LINE_ENDS, LAST, Item, Symbols, one

DEEPEST = 40
"""Groups in groups. Nobody reads more, and the walk over the tree stays shallow."""

_ESCAPES = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_UNTIED = frozenset(r"^$\.*+?()[]{}|/" + "-_@%&~`'\"<>=!#,;: ")
"""What a backslash may stand before to mean just the character itself."""


class MalformedError(Exception):
    """The text is not a pattern, or not one that can be run without backtracking; `start` and `end` say where."""

    def __init__(self, words: str, start: int, end: int) -> None:
        """Take what is true of the characters between two offsets."""
        super().__init__(words)
        self.words, self.start, self.end = words, start, end


class Letter(NamedTuple):
    """One character out of a set."""

    symbols: Symbols


class Edge(NamedTuple):
    """A place with no width: `^`, `$`, or the edge of a word."""

    mark: str


class Sequence(NamedTuple):
    """One part after the other; no parts match the empty text."""

    parts: "tuple[Node, ...]"


class Choice(NamedTuple):
    """Any one of the options."""

    options: "tuple[Node, ...]"


class Repeat(NamedTuple):
    """The body again and again; `most` is None where there is no end. `start` and `end` are its place in the text."""

    body: "Node"
    fewest: int
    most: int | None
    start: int
    end: int


Node = Letter | Edge | Sequence | Choice | Repeat
EMPTY = Sequence(())


def is_anchored(node: Node, mark: str) -> bool:
    """Whether all that a tree matches begins at the beginning (`^`), or ends at the end (`$`)."""
    if isinstance(node, Edge):
        return node.mark == mark
    if isinstance(node, Choice):
        return all(is_anchored(option, mark) for option in node.options)
    if isinstance(node, Sequence):
        parts = node.parts if mark == "^" else node.parts[::-1]
        return next((is_anchored(p, mark) for p in parts if not (isinstance(p, Edge) and p.mark != mark)), False)
    return isinstance(node, Repeat) and node.fewest > 0 and is_anchored(node.body, mark)


def parse(text: str) -> Node:
    """Read a pattern. Raises `MalformedError`."""
    reader = _Reader(text)
    node = reader.choice(0)
    if reader.at < len(text):
        reader.refuse("the `)` closes nothing", reader.at, reader.at + 1)
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def refuse(self, words: str, start: int, end: int | None = None) -> NoReturn:
        raise MalformedError(words, start, max(end or self.at, start + 1))

    def take(self, wanted: str) -> bool:
        if self.text.startswith(wanted, self.at):
            self.at += len(wanted)
            return True
        return False

    def choice(self, depth: int) -> Node:
        options = [self.sequence(depth)]
        while self.take("|"):
            options.append(self.sequence(depth))
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            start = self.at
            atom = self.atom(depth)
            again = self.quantifier()
            if again is None:
                parts.append(atom)
            elif isinstance(atom, Edge):
                self.refuse("there is nothing to repeat here", start)
            else:
                parts.append(Repeat(atom, *again, start, self.at))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def atom(self, depth: int) -> Node:
        start, character = self.at, self.text[self.at]
        self.at += 1
        if character in "^$":
            return Edge(character)
        if character == ".":
            return Letter(ANY_BUT_LINE_ENDS)
        if character == "(":
            return self.group(start, depth)
        if character == "[":
            return Letter(self.set(start))
        if character == "\\":
            return self.escape(start)
        if character in "*+?":
            self.refuse(f"the `{character}` has nothing to repeat", start)
        if character == "{":
            self.refuse("the `{` begins no repetition; the character itself is written `\\{`", start)
        return Letter(one(character))

    def group(self, start: int, depth: int) -> Node:
        if depth == DEEPEST:
            self.refuse(f"groups are nested more than {DEEPEST} deep", start)
        if self.take("?"):
            self.group_kind(start)
        node = self.choice(depth + 1)
        if not self.take(")"):
            self.refuse("the group is not closed", start, start + 1)
        return node

    def group_kind(self, start: int) -> None:
        if self.take(":"):
            return
        for mark, words in (("=", "looks ahead"), ("!", "looks ahead"), ("<=", "looks behind"), ("<!", "looks behind")):
            if self.take(mark):
                self.refuse(f"`(?{mark}` {words}, which no engine in linear time can do", start)
        if self.take("<"):
            end = self.text.find(">", self.at)
            if end > self.at and self.text[self.at : end].isidentifier():
                self.at = end + 1
                return
        self.refuse(f"`{self.text[start : start + 4]}` begins no group that ECMA-262 knows", start, start + 3)

    def quantifier(self) -> tuple[int, int | None] | None:
        start = self.at
        if self.take("*"):
            found: tuple[int, int | None] = (0, None)
        elif self.take("+"):
            found = (1, None)
        elif self.take("?"):
            found = (0, 1)
        elif self.take("{"):
            found = self.bounds(start)
        else:
            return None
        self.take("?")
        return found

    def bounds(self, start: int) -> tuple[int, int | None]:
        end = self.text.find("}", start)
        low, comma, high = self.text[start + 1 : end].partition(",") if end > 0 else ("", "", "")
        if not _is_number(low) or not (high == "" or _is_number(high)):
            self.refuse("the `{` begins no repetition; the character itself is written `\\{`", start, start + 1)
        self.at = end + 1
        fewest = int(low)
        most = (int(high) if high else None) if comma else fewest
        if most is not None and most < fewest:
            self.refuse(f"`{self.text[start : end + 1]}` counts downwards", start)
        return fewest, most

    def escape(self, start: int) -> Node:
        if self.at < len(self.text) and self.text[self.at] in "bB":
            self.at += 1
            return Edge("b")
        found = self.escaped(start)
        return Letter(Symbols((found,))) if isinstance(found, tuple) else Letter(one(found))

    def escaped(self, start: int) -> Item | str:
        """Read what follows a backslash: a class of characters, or one character."""
        if self.at == len(self.text):
            self.refuse("the pattern ends with a single `\\`", start)
        character = self.text[self.at]
        self.at += 1
        if character in "dws":
            return character, False
        if character in "DWS":
            return character.lower(), True
        if character in "pP":
            return self.property(start), character == "P"
        if character in _ESCAPES:
            return _ESCAPES[character]
        if character in _UNTIED:
            return character
        if character == "c" and self.text[self.at : self.at + 1].isalpha() and self.text[self.at].isascii():
            self.at += 1
            return chr(ord(self.text[self.at - 1]) % 32)
        if character in "xu":
            return self.code_point(start, 2 if character == "x" else 4)
        back = character in "123456789k"
        words = "refers back, which no engine in linear time can do" if back else "has no meaning in ECMA-262"
        return self.refuse(f"`\\{character}` {words}", start)

    def property(self, start: int) -> str:
        end = self.text.find("}", self.at)
        if not self.take("{") or end < self.at + 1:
            self.refuse("`\\p` wants a property in braces, such as `\\p{L}`", start)
        name = self.text[self.at : end]
        self.at = end + 1
        return name.rpartition("=")[2] if name.startswith(("gc=", "General_Category=")) else name

    def code_point(self, start: int, digits: int) -> str:
        if digits == 4 and self.take("{"):
            end = self.text.find("}", self.at)
            text = self.text[self.at : end] if end > 0 else ""
            after = end + 1
        else:
            text, after = self.text[self.at : self.at + digits], self.at + digits
            text = text if len(text) == digits else ""
        if not text or any(digit not in "0123456789abcdefABCDEF" for digit in text) or int(text, 16) > LAST:
            self.refuse("the escape does not name a character", start)
        self.at = after
        return chr(int(text, 16))

    def set(self, start: int) -> Symbols:
        negated = self.take("^")
        items: list[Item] = []
        while not self.take("]"):
            if self.at == len(self.text):
                self.refuse("the set of characters is not closed", start, start + 1)
            place = self.at
            low = self.member()
            if self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                high = self.member()
                if isinstance(low, tuple) or isinstance(high, tuple):
                    self.refuse(f"`{self.text[place : self.at]}` is no range; a `-` by itself is written `\\-`", place)
                if high < low:
                    self.refuse(f"`{self.text[place : self.at]}` is a range that runs backwards", place)
                items.append((ord(low), ord(high)))
            else:
                items.append(low if isinstance(low, tuple) else (ord(low), ord(low)))
        if not items:
            self.refuse("the set of characters is empty", start)
        return Symbols(tuple(items), negated)

    def member(self) -> Item | str:
        start, character = self.at, self.text[self.at]
        self.at += 1
        return self.escaped(start) if character == "\\" else character


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
