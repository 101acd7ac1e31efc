"""`alvara.yaml` and what it points at, read before anything else."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from alvara.app.locating import Locator
from alvara.decode.config import config as decode_config
from alvara.diagnostics.finding import SEVERITIES, Diagnostic, Finding
from alvara.diagnostics.site import Site
from alvara.documents.document import HARMLESS, Document
from alvara.documents.load import load
from alvara.documents.reading import Reading
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.identity.digests import blob_id
from alvara.identity.suggestions import did_you_mean
from alvara.model.config import Config
from alvara.model.filekind import CONFIG
from alvara.rules import rule_named, rule_names, rules_on
from alvara.workspace.setting import Catalogue, Setting, catalogue_of


class Settings(NamedTuple):
    """The settings, or what is wrong with them: `value` is as written, `digest` names the bytes it was read from."""

    config: Config | None
    catalogue: Catalogue
    digest: str
    diagnostics: tuple[Diagnostic, ...] = ()
    value: Any = None


def read_settings(tree: FileTree, validators: Validators) -> Settings:
    """Read the settings. Raises `KeyError` where there is no `alvara.yaml`, `Unreadable` where it is kept shut."""
    data = tree.read(CONFIG)
    document = load(CONFIG, data)
    said = [
        (p.rule, Finding(Site(CONFIG, p.pointer, span=p.span), p.message, p.tip))
        for p in document.problems
        if p.rule not in HARMLESS
    ]
    shape = validators.of("config")
    if document.readable and not said and not shape.accepts(document.value):
        said = shape.judge(document.value, document, ())
    digest = blob_id(data)
    if said:
        return Settings(None, Catalogue(), digest, _diagnostics(document, said))
    settings = decode_config(document.value)
    astray = (*_unknown_rules(settings), *_lowered_rules(settings), *_roots_astray(document.value, tree))
    strangers = [("wrong-shape", finding) for finding in astray]
    if strangers:
        return Settings(None, Catalogue(), digest, _diagnostics(document, strangers))
    catalogue = Catalogue()
    if settings.principal_schema:
        entry = tree.entry(settings.principal_schema)
        if entry is not None and entry.kind == "file":
            schema = tree.read(settings.principal_schema)
            digest += blob_id(schema)
            catalogue = catalogue_of(load(settings.principal_schema, schema).value)
        else:
            place = Site(CONFIG, ("principal", "schema"))
            message = f"`{settings.principal_schema}` is not a file of this registry"
            found = _diagnostics(document, [("wrong-shape", Finding(place, message, "write the path from the root"))])
            return Settings(None, catalogue, digest, found)
    return Settings(settings, catalogue, digest, value=document.value)


def _unknown_rules(settings: Config) -> Iterator[Finding]:
    """Yield the rules that the settings name and that do not exist: what was meant to be set would silently not be."""
    named: list[tuple[str, Site]] = [(rule, Site(CONFIG, ("severity", rule), part="key")) for rule in settings.severity]
    named += [(waiver.rule, Site(CONFIG, ("waivers", i, "rule"))) for i, waiver in enumerate(settings.waivers)]
    known = rule_names() if named else ()
    for rule, site in named:
        if rule not in known:
            tip = did_you_mean(rule, known) or "`alvara rules` lists them all"
            yield Finding(site, f"there is no rule `{rule}`", tip)


def _lowered_rules(settings: Config) -> Iterator[Finding]:
    """Yield the rules that guard trust or security and that the settings would quiet: nobody may do that alone."""
    known = rule_names()
    for name, severity in settings.severity.items():
        rule = rule_named(name) if name in known else None
        if rule is None or rule.waivable or (severity and _GRAVITY[severity] >= _GRAVITY[rule.severity]):
            continue
        message = f"`{name}` guards trust or security; it stays at least {'an' if rule.severity[0] in 'ei' else 'a'} "
        yield Finding(Site(CONFIG, ("severity", name)), message + rule.severity, "drop the line")


def _roots_astray(value: Mapping[str, Any], tree: FileTree) -> Iterator[Finding]:
    """Yield the folders of pages that are not there to be read: every page in them would silently be missing."""
    for position, written in enumerate(value.get("knowledge", {}).get("roots", ())):
        root = written.rstrip("/")
        tip = "write the folder as seen from `alvara.yaml`, such as `docs`"
        if written.startswith("/"):
            objection = f"`{written}` is an absolute path"
        elif "\\" in root:
            objection = f"`{written}` has a backslash between its folders"
        elif ".." in root.split("/"):
            objection = f"`{written}` leads upwards"
        elif not {"", "."}.isdisjoint(root.split("/")):
            objection = f"`{written}` is not the plain path of a folder"
        elif (end := tree.ending(root)) == "nothing":
            objection = f"there is no folder `{written}`"
            tip = "correct the path, make the folder (git keeps it only with a file in it), or drop the line"
        elif end == "link":
            objection, tip = f"`{written}` leads through a symbolic link", "write where the folder itself lies"
        elif end == "file":
            objection, tip = f"`{written}` is no folder", "name the folder that the pages lie in"
        else:
            continue
        yield Finding(Site(CONFIG, ("knowledge", "roots", position)), objection, tip)


_GRAVITY: Mapping[str, int] = {severity: -gravity for gravity, severity in enumerate(SEVERITIES)}


def _diagnostics(document: Document, said: list[tuple[str, Finding]]) -> tuple[Diagnostic, ...]:
    locator = Locator(lambda path: document)
    found: dict[str, list[Finding]] = {}
    for name, finding in said:
        found.setdefault(name, []).append(finding)
    reading, setting = Reading(CONFIG, found), Setting(Config("", ""), Catalogue(), lambda path: document)
    return tuple(
        locator.diagnose(rule, finding, rule.severity, CONFIG)
        for rule in rules_on(Reading)
        for finding in rule.check(reading, setting)
    )
