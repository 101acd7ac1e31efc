"""From where to where a node stands in the text of its expression. Asked only when there is something to show."""

from bisect import bisect_left

from alvara.conditions.syntax import Call, ListOf, Macro, MapOf, Name, Node, Select
from alvara.conditions.tokens import tokens

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class Text:
    """The words of an expression that parses, with their places, and which bracket closes which."""

    def __init__(self, source: str) -> None:
        """Find the words."""
        self.source = source
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.partner: dict[int, int] = {}
        """Positions of brackets, in both directions: that of the one leads to that of the other."""
        opened: list[int] = []
        for word in tokens(source):
            self.starts.append(word.offset)
            self.ends.append(word.end)
            if word.text in _OPENING:
                opened.append(word.offset)
            elif word.text in _CLOSING and opened:
                self.partner[word.offset] = opened.pop()
                self.partner[self.partner[word.offset]] = word.offset

    def extent(self, node: Node) -> tuple[int, int]:
        """Tell where a node begins, and where it has ended, in characters; brackets around it are not its own."""
        match node:
            case ListOf(offset=offset) | MapOf(offset=offset):
                return offset, self._closed(offset)
            case Select(operand=operand, tested=False, offset=offset):
                return self._opened(operand), self._end_of_word(offset + 1)
            case Select(offset=offset):  # `has(x.y)` stands at its bracket
                return self._word_before(offset), self._closed(offset)
            case Call(function="_[_]", args=(operand, _), offset=offset):
                return self._opened(operand), self._closed(offset)
            case Macro(operand=operand, offset=offset):
                return self._opened(operand), self._closed(offset)
            case Call(function=function, target=target, offset=offset) if function.isidentifier():
                return self._word_before(offset) if target is None else self._opened(target), self._closed(offset)
            case Call(args=args, offset=offset):
                parts = [self._bracketed(part) for part in args]
                return min(offset, *(start for start, _ in parts)), max(end for _, end in parts)
            case Name(name=name, offset=offset):
                return offset, offset + len(name)
            case _:
                end = self._end_of_word(node.offset)
                signed = self.source[node.offset] == "-"  # the sign of a number is a word of its own
                return node.offset, self._end_of_word(end) if signed else end

    def field(self, node: Select) -> tuple[int, int]:
        """Tell where the name of a field stands."""
        if not node.tested:
            end = self._end_of_word(node.offset + 1)
        else:  # the field is the last word before the bracket that closes
            closing = self.partner.get(node.offset, 0)
            end = self.ends[max(0, bisect_left(self.starts, closing) - 1)]
        return self.starts[self._at(end) - 1], end

    def _bracketed(self, node: Node) -> tuple[int, int]:
        """Give the extent of a node together with the brackets around it."""
        start, end = self.extent(node)
        while True:
            before, after = self._at(start) - 1, self._at(end)
            if before < 0 or after >= len(self.starts) or self.partner.get(self.starts[before]) != self.starts[after]:
                return start, end
            start, end = self.starts[before], self.ends[after]

    def _opened(self, node: Node) -> int:
        return self._bracketed(node)[0]

    def _at(self, place: int) -> int:
        return bisect_left(self.starts, place)

    def _closed(self, offset: int) -> int:
        return self.partner.get(offset, offset) + 1

    def _end_of_word(self, place: int) -> int:
        position = self._at(place)
        return self.ends[position] if position < len(self.ends) else place

    def _word_before(self, place: int) -> int:
        return self.starts[max(0, self._at(place) - 1)]
