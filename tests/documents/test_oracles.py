"""Other readers of YAML as witnesses: what two accept they read alike, but for what is known to differ."""

import re
from datetime import date
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError as RuamelError

from alvara.documents.load import load
from tests.documents.mutation import PLAIN, SEEDS, plausible

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
KNOWN_FROM_1_1 = {
    "words for true and false": re.compile(r"yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF"),
    "numbers with a leading zero": re.compile(r"[-+]?0[0-9_]+|0o[0-7]+"),
    "numbers in parts of sixty": re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"),
    "underscores and binary digits": re.compile(r"[-+]?(?:0x)?(?=[^_]*_)[0-9a-fA-F_.]+|[-+]?0b[01_]+"),
    "exponents": re.compile(r"[-+]?[0-9.]+[eE][-+]?[0-9]+"),
    "days and moments": re.compile(r"\d{4}-\d\d?-\d\d?.*"),
    "a sign before a hexadecimal number": re.compile(r"[-+]0x[0-9a-fA-F]+"),
}


def differences(ours: Any, theirs: Any, written: Any) -> list[tuple[Any, Any, Any]]:
    """List where two readings differ, walking both along the reading that leaves every plain scalar a text."""
    if isinstance(written, dict):
        if not isinstance(ours, dict) or not isinstance(theirs, dict) or list(ours) != list(written):
            return [(ours, theirs, written)]
        values = list(theirs.values())
        if len(values) != len(written):  # `yes` and `on` are one key there
            return []
        trios = [(ours[key], value, written[key]) for key, value in zip(written, values, strict=True)]
        return [difference for three in trios for difference in differences(*three)]
    if isinstance(written, list):
        if not isinstance(ours, list) or not isinstance(theirs, list) or not len(ours) == len(theirs) == len(written):
            return [(ours, theirs, written)]
        return [found for three in zip(ours, theirs, written, strict=True) for found in differences(*three)]
    if type(ours) is type(theirs) and ours == theirs:
        return []
    known = any(pattern.fullmatch(written) for pattern in KNOWN_FROM_1_1.values())
    return [] if known else [(ours, theirs, written)]


@given(plausible())
@settings(max_examples=600, deadline=None, suppress_health_check=SLOW)
def test_text_that_pyyaml_accepts_too_means_the_same_there(text: str) -> None:
    document = load("f.yaml", text.encode())
    assume(document.value is not None and not document.problems)
    try:
        theirs, written = (yaml.load(text, Loader=loader) for loader in (yaml.CSafeLoader, yaml.CBaseLoader))
    except (yaml.YAMLError, ValueError):
        assume(False)

    assert differences(document.value, theirs, written) == []


@given(plausible())
@settings(max_examples=250, deadline=None, suppress_health_check=SLOW)
def test_text_that_ruamel_accepts_too_means_the_same_there(text: str) -> None:
    document = load("f.yaml", text.encode())
    assume(document.value is not None and not document.problems)
    try:
        theirs = _ruamel(text)
    except (RuamelError, ValueError):
        assume(False)

    assert differences(document.value, theirs, yaml.load(text, Loader=yaml.CBaseLoader)) == []


def _ruamel(text: str) -> Any:
    """Read a text by an independent implementation of YAML 1.2."""
    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    return reader.load(text)


@given(plausible())
@settings(max_examples=400, deadline=None, suppress_health_check=SLOW)
def test_text_that_pyyaml_refuses_is_refused(text: str) -> None:
    try:
        yaml.load(text, Loader=yaml.CBaseLoader)
    except yaml.YAMLError:
        assert load("f.yaml", text.encode()).problems


@pytest.mark.parametrize("text", PLAIN)
def test_known_differences_are_the_only_ones(text: str) -> None:
    document = load("f.yaml", text.encode())
    written = yaml.load(text, Loader=yaml.CBaseLoader)

    assert document.problems == ()
    assert differences(document.value, yaml.load(text, Loader=yaml.CSafeLoader), written) == []
    assert differences(document.value, _ruamel(text), written) == []


@pytest.mark.parametrize("text", SEEDS[:12], ids=lambda text: text.partition("\n")[0][:40])
def test_registry_means_the_same_to_every_reader(text: str) -> None:
    ours, written = load("f.yaml", text.encode()).value, yaml.load(text, Loader=yaml.CBaseLoader)

    assert differences(ours, yaml.load(text, Loader=yaml.CSafeLoader), written) == []
    assert differences(ours, _ruamel(text), written) == []


def test_difference_that_is_not_known_is_seen() -> None:
    assert differences({"a": "1"}, {"a": 1}, {"a": "1"}) == [("1", 1, "1")]
    assert differences({"a": "no"}, {"a": False}, {"a": "no"}) == []
    assert differences({"a": "2026-09-01"}, {"a": date(2026, 9, 1)}, {"a": "2026-09-01"}) == []
    assert len(differences({"a": [1]}, {"a": [1, 2]}, {"a": ["1", "2"]})) == 1
