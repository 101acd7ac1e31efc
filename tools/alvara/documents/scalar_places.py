"""Where the scalars of any YAML stand: of one document or many, with anchors, aliases and tags, whoever wrote it."""

from collections.abc import Iterator
from typing import NamedTuple

import yaml
from yaml._yaml import CParser

from alvara.documents.text import DEEPEST


class Place(NamedTuple):
    """The characters of one scalar, quotes left out. `key` is what it stands under; `block` tells lines from one."""

    start: int
    end: int
    key: str
    block: bool


class NotYaml(Exception):
    """The text does not parse, or is nested too deeply to be read."""


def scalar_places(text: str) -> list[Place]:
    """List the keys and values of a text in their order. Raises `NotYaml`."""
    try:
        return list(_places(text))
    except yaml.YAMLError as error:
        raise NotYaml from error


def _places(text: str) -> Iterator[Place]:
    parser = CParser(text)
    levels: list[tuple[bool, str, bool]] = []
    """Of every level: whether it is a map, its last key, and whether a key comes next."""
    while not isinstance(event := parser.get_event(), yaml.StreamEndEvent):
        if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            levels.pop()
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            key = _step(levels, "")
            if len(levels) == DEEPEST:
                raise NotYaml
            levels.append((isinstance(event, yaml.MappingStartEvent), key, True))
        elif isinstance(event, yaml.ScalarEvent):
            assert event.start_mark is not None and event.end_mark is not None  # noqa: PT018 - the C parser has them
            start, end = event.start_mark.index, event.end_mark.index
            key = _step(levels, event.value)
            if start == end:
                continue
            block = event.style in ("|", ">")
            if event.style in ("'", '"'):
                start, end = text.index(event.style, start) + 1, end - 1
            elif not block and text[max(end - len(event.value), 0) : end] == event.value:
                start = end - len(event.value)  # what stands before it is a tag or an anchor
            yield Place(start, end, key, block)
        elif isinstance(event, yaml.AliasEvent):
            _step(levels, "")


def _step(levels: list[tuple[bool, str, bool]], value: str) -> str:
    """Take the next node of the level that is open, and give the key that it stands under; none for a key itself."""
    if not levels:
        return ""
    is_map, key, at_key = levels[-1]
    if not is_map:
        return key
    levels[-1] = (True, value if at_key else key, not at_key)
    return "" if at_key else key
