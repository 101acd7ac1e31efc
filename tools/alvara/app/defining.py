"""What the files of one side of a comparison define: remembered where it can be, else read."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from alvara.app.extraction import Extractor
from alvara.app.recollection import Recollection, Written, thaw
from alvara.compare.definition import Definition
from alvara.model.config import Config
from alvara.model.filekind import domain_file_of, kind_of
from alvara.subschemas.references import References


class Defining:
    """One side. `blobs` are git's names for the bytes of its files.

    `is_settled` tells whether all that a file refers to is the same on the other side.
    """

    def __init__(
        self, extractor: Extractor, config: Config, blobs: Mapping[str, str], recollection: Recollection,
        is_settled: Callable[[str], bool] = lambda path: False,
    ) -> None:  # fmt: skip
        """Take what reads the files, and what is remembered of them."""
        self._extractor, self._config, self._blobs, self._recollection = extractor, config, blobs, recollection
        self._is_settled = is_settled
        self._read: dict[str, Written | None] = {}

    def listed(self, paths: Iterable[str]) -> set[bytes]:
        """Spell out the items of lists, apart from those that may depend on what stands elsewhere.

        What is on both sides in the same words need not be looked at: in a long list most of it.
        """
        return {item for path in paths for item in self._items(path) if b"$ref" not in item and b"$dyn" not in item}

    def definitions(self, paths: Iterable[str], same: Container[bytes]) -> list[Definition]:
        """Read what files define, apart from the items of lists that are spelled like one of `same`."""
        references = References(self._extractor.document)
        found: list[Definition] = []
        for path in paths:
            found += self._defined(path, same, references)
        return found

    def _items(self, path: str) -> Iterable[bytes]:
        written = self._written(path)
        if written is None:
            return self._extractor.listed(path)
        return written.items if written.listed else ()

    def _defined(self, path: str, same: Container[bytes], references: References) -> Iterator[Definition]:
        written = self._written(path)
        if written is None:
            for facts, model in self._extractor.defined(path, same):
                yield Definition(facts, model, references)
            return
        self._share(domain_file_of(path))
        settled = self._is_settled(path)
        for number, item in enumerate(written.items):
            if not written.listed or item not in same:
                pointer = ("resources", number) if written.listed else ()
                yield Definition(*self._extractor.decoded(path, thaw(item), pointer), references, settled)

    def _share(self, domain: str) -> None:
        """Let the capabilities of a domain have what is remembered of its file."""
        if domain in self._blobs and domain not in self._read and (written := self._written(domain)) is not None:
            self._extractor.share(domain, thaw(written.items[0]), self._blobs[domain])

    def _written(self, path: str) -> Written | None:
        if path not in self._read:
            self._read[path] = self._recalled(path)
        return self._read[path]

    def _recalled(self, path: str) -> Written | None:
        """Remember or read what a file defines; None where it does not hold its shape."""
        kind = kind_of(path, self._config)
        found = self._recollection.find(kind, self._blobs.get(path, ""))
        if found is None and (read := self._extractor.written(path)) is not None:
            blob, found = read  # the file may have changed since it was listed
            self._recollection.learn(kind, blob, found)
        return found
