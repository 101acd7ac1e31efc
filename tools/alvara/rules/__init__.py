"""All rules, found by walking this package: one folder a subject, one file a rule."""

from functools import cache
from importlib import import_module
from os import listdir  # pkgutil would import half the standard library to do the same

from alvara.diagnostics.rule import Rule

_FOLDERS: dict[str, tuple[str, ...]] = {
    "Reading": ("reading",),
    "Capability": ("capability", "definition"),
    "Resource": ("definition",),
    "Policy": ("definition",),
    "Page": ("definition",),
    "Comparison": ("comparison",),
    "Agreements": ("approval",),
    "Entity": ("entity",),
    "Governance": ("governance",),
    "Outcome": ("outcome",),
    "Schema": ("schema",),
    "Condition": ("condition",),
    "Scenario": ("scenario",),
}
"""Where the rules on a subject live, so that a run imports no more than it applies."""


_ALL_FOLDERS = tuple(sorted({folder for folders in _FOLDERS.values() for folder in folders}))


def _names_in(folder: str) -> list[str]:
    """List the modules of a folder, by name, without importing any."""
    found = {name for root in __path__ for name in listdir(f"{root}/{folder}")}  # noqa: PTH208 - pathlib would cost as much
    return sorted(name.removesuffix(".py") for name in found if name.endswith(".py") and name != "__init__.py")


@cache
def _rules_in(folder: str) -> tuple[Rule, ...]:
    modules = [import_module(f"{__name__}.{folder}.{name}") for name in _names_in(folder)]
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Rule))


def rules_on(subject: type) -> tuple[Rule, ...]:
    """Give the rules that judge a subject, by name."""
    folders = _FOLDERS[subject.__name__]
    found = {rule.name: rule for folder in folders for rule in _rules_in(folder) if subject in rule.subjects}
    return tuple(found[name] for name in sorted(found))


def schema_rules_on(subject: type) -> tuple[Rule, ...]:
    """Give the rules on the JSON Schemas that a definition brings: most bring none, and need none of them imported."""
    return tuple(rule for rule in _rules_in("schema") if subject in rule.subjects)


def governing_rules() -> tuple[Rule, ...]:
    """Give the rules on what governs approvals: most registries have none of that, and need none of them imported."""
    return _rules_in("governance")


def condition_rules() -> tuple[Rule, ...]:
    """Give the rules on conditions: a registry in which nobody writes any needs none of them imported."""
    return _rules_in("condition")


def rehearsing_rules() -> tuple[Rule, ...]:
    """Give the rules on scenarios: a registry that has none needs none of them imported."""
    return _rules_in("scenario")


def rule_names() -> tuple[str, ...]:
    """List the names of all rules without importing any: a rule has the name of its file."""
    return tuple(sorted(name.replace("_", "-") for folder in _ALL_FOLDERS for name in _names_in(folder)))


def rule_named(name: str) -> Rule:
    """Give one rule. Raises `KeyError`."""
    for folder in _ALL_FOLDERS:
        if name.replace("-", "_") in _names_in(folder):
            return next(rule for rule in _rules_in(folder) if rule.name == name)
    raise KeyError(name)


def all_rules() -> tuple[Rule, ...]:
    """Give every rule, by name."""
    return tuple(sorted((rule for folder in _ALL_FOLDERS for rule in _rules_in(folder)), key=lambda rule: rule.name))
