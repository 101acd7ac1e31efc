"""All rules, found by walking this package: one folder a subject, one file a rule."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from alvara.diagnostics.rule import Rule

_FOLDERS: dict[str, tuple[str, ...]] = {
    "Reading": ("reading",),
    "Capability": ("capability", "definition"),
    "Resource": ("resource", "definition"),
    "Policy": ("policy", "definition"),
    "Page": ("page", "definition"),
    "Entity": ("entity",),
    "Outcome": ("outcome",),
    "Schema": ("schema",),
}
"""Where the rules on a subject live, so that a run imports no more than it applies."""


@cache
def _rules_in(folder: str) -> tuple[Rule, ...]:
    package = import_module(f"{__name__}.{folder}")
    modules = (import_module(f"{package.__name__}.{module.name}") for module in iter_modules(package.__path__))
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Rule))


def rules_on(subject: type) -> tuple[Rule, ...]:
    """Give the rules that judge a subject, by name."""
    folders = _FOLDERS[subject.__name__]
    found = {rule.name: rule for folder in folders for rule in _rules_in(folder) if subject in rule.subjects}
    return tuple(found[name] for name in sorted(found))


def schema_rules_on(subject: type) -> tuple[Rule, ...]:
    """Give the rules on the JSON Schemas that a definition brings: most bring none, and need none of them imported."""
    return tuple(rule for rule in _rules_in("schema") if subject in rule.subjects)


def rule_names() -> tuple[str, ...]:
    """List the names of all rules without importing any: a rule has the name of its file."""
    names = set()
    for folder in sorted({folder for folders in _FOLDERS.values() for folder in folders}):
        names |= {module.name.replace("_", "-") for module in iter_modules([f"{root}/{folder}" for root in __path__])}
    return tuple(sorted(names))


def rule_named(name: str) -> Rule:
    """Give one rule. Raises `KeyError`."""
    for folder in sorted({folder for folders in _FOLDERS.values() for folder in folders}):
        if any(
            module.name == name.replace("-", "_") for module in iter_modules([f"{root}/{folder}" for root in __path__])
        ):
            return next(rule for rule in _rules_in(folder) if rule.name == name)
    raise KeyError(name)


def all_rules() -> tuple[Rule, ...]:
    """Give every rule, by name."""
    found = {rule.name: rule for folders in _FOLDERS.values() for folder in folders for rule in _rules_in(folder)}
    return tuple(found[name] for name in sorted(found))
