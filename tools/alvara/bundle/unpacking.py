"""A verified bundle back to the definitions that it was made of: a revision to compare with."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from alvara.bundle.layout import FOLDERS, REGISTRY
from alvara.bundle.manifest import Manifest
from alvara.bundle.shipped import NO_REFERENCES, definition_of
from alvara.bundle.verify import BundleFiles
from alvara.bundle.wire import Malformed, parse_json
from alvara.compare.definition import Definition
from alvara.documents.document import Document
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.model.config import Config
from alvara.workspace.remnants import remnant_of


class KeptFiles:
    """The files of a bundle, each read once: what was verified is what is used afterwards."""

    def __init__(self, files: BundleFiles) -> None:
        """Keep what is read of some files."""
        self._files = files
        self.kept: dict[str, bytes] = {}

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""
        return self._files.sizes()

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files."""
        return self._files.oddities()

    def read(self, path: str) -> bytes:
        """Give a file's bytes."""
        if path not in self.kept:
            self.kept[path] = self._files.read(path)
        return self.kept[path]


class Unpacked(NamedTuple):
    """A bundle taken apart. `folder` is where it lies, as people write it, and begins the path of each of its files."""

    folder: str
    manifest: Manifest
    config: Config
    definitions: tuple[Definition, ...]
    knowledge: tuple[Mapping[str, Any], ...]
    files: Mapping[str, bytes]

    @property
    def unknown(self) -> list[str]:
        """The definitions whose shape this version does not know, by path."""
        return sorted(definition.facts.path for definition in self.definitions if definition.model is None)

    def read(self, path: str) -> bytes | None:
        """Give the bytes of a file by the path that people know it by; None where there is none."""
        return self.files.get(path.removeprefix(f"{self.folder}/"))

    def document(self, path: str) -> Document | None:
        """Give a file as a document."""
        data = self.read(path)
        return None if data is None else load(path, data)


def unpack(files: Mapping[str, bytes], manifest: Manifest, folder: str, validators: Validators) -> Unpacked:
    """Take a bundle apart that was found to be whole. Raises `Malformed` where it is none that can be understood."""
    config = _config(parse_json(files.get(REGISTRY, b"null")))
    return Unpacked(
        folder, manifest, config, tuple(_definitions(files, folder, validators)), tuple(_knowledge(files)), files
    )


def _config(written: Any) -> Config:
    """Read what a bundle says of the settings, which is little."""
    said = written if isinstance(written, dict) else {}
    texts = [said.get("registry"), said.get("name")]
    lists = [said.get("locales", []), said.get("externalPages", [])]
    sound = all(isinstance(text, str) for text in texts) and all(isinstance(held, list) for held in lists)
    if not sound or not all(isinstance(text, str) for held in lists for text in held):
        raise Malformed(f"{REGISTRY} is not what a bundle holds there")
    return Config(said["registry"], said["name"], locales=tuple(lists[0]), external_pages=tuple(lists[1]))


def _knowledge(files: Mapping[str, bytes]) -> Iterator[Mapping[str, Any]]:
    for path in sorted(files):
        if path.startswith("public/knowledge/"):
            entry = parse_json(files[path])
            texts = entry.get("texts") if isinstance(entry, dict) and isinstance(entry.get("id"), str) else None
            if not isinstance(texts, list) or not all(map(_is_text_of_page, texts)):
                raise Malformed(f"{path} is not what a bundle holds there")
            yield entry


def _is_text_of_page(written: Any) -> bool:
    said = written if isinstance(written, dict) else {}
    return isinstance(said.get("path"), str) and isinstance(said.get("locale", ""), str | None)


def _definitions(files: Mapping[str, bytes], folder: str, validators: Validators) -> Iterator[Definition]:
    for kind in _KINDS:
        shape = validators.of(kind)
        for path in sorted(files):
            if not path.startswith(f"private/{FOLDERS[kind]}/"):
                continue
            body, place = parse_json(files[path]), f"{folder}/{path}"
            if shape.accepts(body):
                yield definition_of(kind, body, place)
            elif (remnant := remnant_of(kind, body, place, ())) is not None:
                status, version = str(body.get("status", "")), str(body.get("version", ""))
                remnant = remnant._replace(misnamed=False, status=status, version=version)
                yield Definition(remnant, None, NO_REFERENCES, form="shipped")


_KINDS: tuple[Any, ...] = ("capability", "policy", "resource")
