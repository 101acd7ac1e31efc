"""One file to its contribution: read, judged for shape, decoded, judged by its own rules, boiled down to facts."""

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.app.locating import Locator
from alvara.app.recollection import Written, spell
from alvara.decode.capability import capability
from alvara.decode.page import page
from alvara.decode.policy import policy
from alvara.decode.resource import resource
from alvara.diagnostics.finding import Diagnostic, Finding
from alvara.diagnostics.rule import Rule
from alvara.diagnostics.site import Pointer, Site
from alvara.documents.document import HARMLESS, HARMLESS_TO_TRUST, Document
from alvara.documents.front_matter import load_page
from alvara.documents.load import load
from alvara.documents.reading import Reading
from alvara.documents.shape import Said, Validators, judge_definition, judge_resource_list, judge_shared_block
from alvara.documents.text import split_lines
from alvara.files.tree import Unreadable
from alvara.identity.digests import blob_id
from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.filekind import RECORDS, TRUSTED, FileKind, kind_of
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.reference import Reference
from alvara.model.resource import Resource
from alvara.model.schemas import SCHEMA_KEYS
from alvara.rules import rules_on, schema_rules_on
from alvara.sources.markdown import links
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity, facts
from alvara.workspace.recorded import recorded, remains_of
from alvara.workspace.remnants import remnant_of
from alvara.workspace.setting import Catalogue, Setting

Model = Capability | Resource | Policy | Page
Bytes = Callable[[str], bytes | None]
"""Reads a file of the tree; None where there is none, `Unreadable` where the system refuses."""


_ON_NAMES = frozenset({"naming-convention", "path-differs-from-id"})
"""The rules that say of an ID that it is probably not the one that was meant."""


class _Read(NamedTuple):
    """One file as it was read. `others` are facts that no model stands behind: of what is broken, and of records.

    `named` is False where something that it defines has no name that could be read.
    """

    document: Document
    models: list[Model]
    said: list[Said]
    others: list[Entity]
    named: bool


class Extractor:
    """Reads the files of one tree. Keeps what several files refer to: schemas, and the domains' shared blocks."""

    def __init__(self, config: Config, catalogue: Catalogue, validators: Validators, read: Bytes) -> None:
        """Take the settings, the published schemas and what reads the tree's files."""
        self.catalogue = catalogue
        self._config, self._validators, self.read = config, validators, read
        self._shared: dict[str, tuple[Document | None, str]] = {}
        self._shut: dict[str, str] = {}
        self._domains: dict[str, tuple[Mapping[str, Any], frozenset[str]]] = {}
        self._rules: dict[tuple[type, bool], list[tuple[frozenset[str], list[Rule]]]] = {}
        self._lasting: dict[object, Any] = {}

    def extract(self, path: str) -> Contribution:
        """Read one file of the tree. A file that is kept shut contributes that."""
        try:
            data = self.read(path)
        except Unreadable as error:
            return Contribution(path, "", readable=False, refused=(f"{path}: {error.strerror}",))
        return self.contribution(path, data or b"")

    def contribution(self, path: str, data: bytes) -> Contribution:
        """Read one file and judge it by the rules that need nothing but it and what it refers to."""
        kind = kind_of(path, self._config)
        blob = blob_id(data)
        setting = Setting(self._config, self.catalogue, self._document, self._lasting)
        document, models, said, others, named = self._read(path, data, kind, setting)
        diagnostics: list[Diagnostic] = []
        misnamed: set[str] = set()
        locator = Locator(lambda p: document if p == path else self._document(p))
        for rule, finding in _judged_reading(path, said, setting) if said else ():
            diagnostics.append(locator.diagnose(rule, finding, rule.severity, path))
        found: list[Entity] = []
        for model in models:
            for rule, finding in self._judged(model, setting):
                if rule.name in _ON_NAMES and finding.at.pointer[-1:] == ("id",) and self._is_told(rule.name, model.id):
                    misnamed.add(model.id)
                severity = rule.on_drafts if getattr(model, "status", "") == "draft" else rule.severity
                diagnostics.append(locator.diagnose(rule, finding, severity, model.id))
            found.append(facts(model, setting))
        entities = (*found, *others)
        if misnamed:
            entities = tuple([e._replace(misnamed=True) if e.id in misnamed else e for e in entities])
        uses = tuple(sorted((used, self._shared[used][1]) for used in setting.used))
        shut = tuple(self._shut[used] for used, _ in uses if used in self._shut)
        return Contribution(path, blob, entities, tuple(diagnostics), uses, named, shut)

    @property
    def kept_shut(self) -> tuple[str, ...]:
        """What was wanted and could not be read, with the reason."""
        return tuple(self._shut.values())

    def definitions(self, path: str) -> tuple[list[Model], bool]:
        """Read what one file defines, without judging it further; False where that is not all that it holds."""
        setting = Setting(self._config, self.catalogue, self._document, self._lasting)
        read = self._read(path, self.read(path) or b"", kind_of(path, self._config), setting)
        return read.models, all(rule in HARMLESS for rule, _ in read.said)

    def written(self, path: str) -> tuple[str, Written] | None:
        """Give what a file defines as it is written, under git's name for its bytes; None where not all of it holds."""
        document, kind = self._document(path), kind_of(path, self._config)
        if document is None or any(problem.rule not in HARMLESS for problem in document.problems):
            return None
        listed = kind == "resource" and _is_list(document.value)
        values = [value for value, _ in _definitions(document.value, kind)]
        sound = bool(values) and not (listed and judge_resource_list(document))
        if not sound or not all(map(self._validators.of(kind).accepts, values)):
            return None
        return self._shared[path][1], Written(listed, tuple(map(spell, values)))

    def share(self, path: str, value: Mapping[str, Any], blob: str) -> None:
        """Take what the file of a domain holds, whose bytes have this name, instead of reading it."""
        self._shared.setdefault(path, (Document(path, "", value), blob))
        self._domains.setdefault(path, (value, frozenset()))

    def decoded(
        self, path: str, value: Mapping[str, Any], pointer: Pointer
    ) -> tuple[Entity, Capability | Resource | Policy]:
        """Give the facts and the model of a definition that holds its shape."""
        setting = Setting(self._config, self.catalogue, self._document, self._lasting)
        model = self._decode(kind_of(path, self._config), value, path, pointer, setting)
        return facts(model), model

    def listed(self, path: str) -> set[bytes]:
        """Spell out the items of a file that lists several things; nothing of any other file."""
        document = self._document(path)
        if document is None or not _is_list(document.value) or not isinstance(document.value["resources"], list):
            return set()
        return set(map(spell, document.value["resources"]))

    def defined(
        self, path: str, same: Container[bytes] = ()
    ) -> list[tuple[Entity, Capability | Resource | Policy | None]]:
        """Read the facts of what one file defines, each with its model where it holds its shape. Pages are left out.

        Items of a list that are spelled like one of `same` are passed over.
        """
        setting = Setting(self._config, self.catalogue, self._document, self._lasting)
        document = self._document(path) or load(path, b"")
        read = self._read_document(document, kind_of(path, self._config), setting, same)
        found: list[tuple[Entity, Capability | Resource | Policy | None]] = [
            (facts(model), model) for model in read.models if not isinstance(model, Page)
        ]
        return found + [(_as_written(entity, read.document), None) for entity in read.others if entity.broken]

    def document(self, path: str) -> Document | None:
        """Give any file of the tree as a document, None where there is none."""
        return self._document(path)

    def _judged(self, model: Model, setting: Setting) -> Iterator[tuple[Rule, Finding]]:
        keys = model.keys
        for where, rules in self._rules_by_keys(type(model), brings_schemas=not keys.isdisjoint(SCHEMA_KEYS)):
            if where and keys.isdisjoint(where):
                continue
            for rule in rules:
                for finding in rule.check(model, setting):
                    yield rule, finding

    def _rules_by_keys(self, subject: type, *, brings_schemas: bool) -> list[tuple[frozenset[str], list[Rule]]]:
        """Group the rules on a subject by the keys that they ask for, so that one look settles many rules."""
        found = self._rules.get((subject, brings_schemas))
        if found is None:
            groups: dict[frozenset[str], list[Rule]] = {}
            for rule in rules_on(subject) + (schema_rules_on(subject) if brings_schemas else ()):
                groups.setdefault(rule.where, []).append(rule)
            found = self._rules[subject, brings_schemas] = list(groups.items())
        return found

    def _document(self, path: str) -> Document | None:
        if path not in self._shared:
            try:
                data = self.read(path)
                document = None if data is None else load(path, data)
            except Unreadable as error:
                data, document = None, Document(path, "", None, shut=True)
                self._shut[path] = f"{path}: {error.strerror}"
            self._shared[path] = (document, "" if data is None else blob_id(data))
        return self._shared[path][0]

    def _is_told(self, rule: str, subject: str) -> bool:
        """Whether what a rule says of a subject stops a change and is not waived, so that somebody will mend it."""
        if self._config.severity.get(rule, "error") != "error":
            return False
        return not any((waiver.rule, waiver.subject) == (rule, subject) for waiver in self._config.waivers)

    def _read(self, path: str, data: bytes, kind: FileKind, setting: Setting) -> _Read:
        if kind == "page":
            return self._read_page(path, data)
        return self._read_document(load(path, data), kind, setting)

    def _read_document(
        self, document: Document, kind: FileKind, setting: Setting, same: Container[bytes] = ()
    ) -> _Read:
        if kind in TRUSTED:
            document = _beyond_doubt(document)
        elif kind == "scenario":
            from alvara.decode.scenario import form_of  # many registries have none

            kind = form_of(document.value)
        path = document.path
        said = [(p.rule, _finding(path, p)) for p in document.problems]
        models: list[Model] = []
        others: list[Entity] = []
        named = document.readable
        if named:
            if kind == "resource" and _is_list(document.value) and not _is_marred(document, ("resources",)):
                said += judge_resource_list(document)
                named = bool(document.value["resources"]) and isinstance(document.value["resources"], list)
            for value, pointer in _definitions(document.value, kind):
                if same and pointer and spell(value) in same:
                    continue
                trouble = self._trouble(document, kind, value, pointer)
                said += trouble
                sound = not trouble and not _is_marred(document, pointer)
                if kind == "domain":
                    named = sound
                elif kind in RECORDS:
                    others += recorded(kind, value, path) if sound else remains_of(kind, path)
                    if kind == "scenario":
                        from alvara.workspace.authored import rely_on_surroundings

                        rely_on_surroundings(setting)
                    named = sound
                elif sound:
                    models.append(self._decode(kind, value, path, pointer, setting))
                elif (remnant := remnant_of(_ENTITY_KIND[kind], value, path, pointer)) is not None:
                    others.append(remnant)
                else:
                    named = False
        else:
            others += remains_of(kind, path)
        return _Read(document, models, said, others, named)

    def _trouble(self, document: Document, kind: FileKind, value: Any, pointer: Pointer) -> list[Said]:
        if _is_marred(document, pointer):
            return []
        validator = self._validators.of(kind)
        if validator.accepts(value):
            return []
        if kind == "domain":
            return judge_shared_block(validator, document)
        if kind == "capability" or kind == "resource" or kind == "policy":
            return judge_definition(kind, validator, value, document, pointer)
        return validator.judge(value, document, pointer)

    def _decode(
        self, kind: FileKind, value: Mapping[str, Any], path: str, pointer: Pointer, setting: Setting
    ) -> Capability | Resource | Policy:
        """Give the model of a definition."""
        if kind == "resource":
            return resource(value, path, pointer)
        if kind == "policy":
            return policy(value, path, pointer)
        domain = "/".join(path.split("/")[:2]) + "/domain.yaml"
        beside = setting.document(domain) if path.count("/") > 1 else None
        if beside is None:
            return capability(value, path, pointer)
        if domain not in self._domains:
            self._domains[domain] = self._shared_by(beside)
        return capability(value, path, pointer, *self._domains[domain])

    def _shared_by(self, document: Document) -> tuple[Mapping[str, Any], frozenset[str]]:
        """Give what holds of a domain's file, and the keys of which nobody knows what they were meant to say."""
        validator = self._validators.of("domain")
        if all(p.rule in HARMLESS for p in document.problems) and validator.accepts(document.value):
            return document.value, frozenset()
        written = document.value if isinstance(document.value, dict) else {}
        sound = {
            key: value
            for key, value in written.items()
            if not _is_marred(document, (key,)) and validator.accepts({key: value})
        }
        return sound, frozenset(validator.schema["properties"]) - sound.keys()

    def _read_page(self, path: str, data: bytes) -> _Read:
        taken = load_page(path, data)
        head = taken.head
        said = [(p.rule, _finding(path, p)) for p in head.problems]
        if isinstance(head.value, dict):
            said += self._trouble(head, "page", head.value, ())
        sound = all(rule in HARMLESS for rule, _ in said)
        value = head.value if isinstance(head.value, dict) and sound else {}
        model = page(value, path, self._config)
        found = tuple(
            Reference("link", "page", link.target, (link.line, link.column, link.end_column))
            for link in links(taken.body, taken.body_first_line)
        )
        references = model.references + found
        body = "\n".join(split_lines(taken.body))  # a checkout may have brought other line ends
        model = model._replace(references=references, body=body, body_first_line=taken.body_first_line)
        return _Read(head, [model], said, [], head.readable)


_STATUS_UNSAID = {"capability": "draft", "resource": "active"}
"""The status of what does not say any; a policy has to."""


def _as_written(entity: Entity, document: Document) -> Entity:
    """Add what a broken definition says of its state: what was a contract still is one in a file with a mistake."""
    block: Any = document.value
    for key in entity.pointer:
        block = block[key]
    status, version = block.get("status", _STATUS_UNSAID.get(entity.kind, "")), block.get("version", "")
    return entity._replace(
        status=status if isinstance(status, str) else "", version=version if isinstance(version, str) else ""
    )


def _beyond_doubt(document: Document) -> Document:
    """Call what is harmless elsewhere by the name that it has where nothing may be hidden."""
    harmful = HARMLESS - HARMLESS_TO_TRUST
    if not any(problem.rule in harmful for problem in document.problems):
        return document
    problems = tuple(p._replace(rule=f"{p.rule}-in-record") if p.rule in harmful else p for p in document.problems)
    return document._replace(problems=problems)


def _judged_reading(path: str, said: list[Said], setting: Setting) -> Iterator[tuple[Rule, Finding]]:
    found: dict[str, list[Finding]] = {}
    for name, finding in said:
        found.setdefault(name, []).append(finding)
    reading = Reading(path, found)
    for rule in rules_on(Reading):
        for finding in rule.check(reading, setting):
            yield rule, finding


_ENTITY_KIND: Mapping[str, Any] = {"capability": "capability", "resource": "resource", "policy": "policy"}


def _definitions(value: Any, kind: FileKind) -> Iterator[tuple[Any, Pointer]]:
    """Yield the definitions of a document with their pointers: a file of resources may list several."""
    if kind != "resource" or not _is_list(value):
        yield value, ()
    elif isinstance(value["resources"], list):
        for index, item in enumerate(value["resources"]):
            yield item, ("resources", index)


def _is_list(value: Any) -> bool:
    return isinstance(value, dict) and "resources" in value


def _is_marred(document: Document, pointer: Pointer) -> bool:
    """Whether the text of a definition is itself in doubt, so that judging its shape would say the same twice."""
    return any(
        problem.pointer[: len(pointer)] == pointer[: len(problem.pointer)]
        for problem in document.problems
        if problem.rule not in HARMLESS
    )


def _finding(path: str, problem: Any) -> Finding:
    related = tuple((Site(path, span=span), words) for span, words in problem.related)
    return Finding(Site(path, problem.pointer, span=problem.span), problem.message, problem.tip, related)
