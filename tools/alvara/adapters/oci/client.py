"""A repository of an OCI registry: what lies there is hashed here, and a tag that is taken stays as it is."""

import json
import re
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from typing import BinaryIO
from urllib.parse import SplitResult, parse_qsl, urlencode, urljoin, urlsplit

from alvara.adapters.oci.artifacts import LARGEST_MANIFEST, MANIFEST_TYPE, Artifact, Blob, blob_of
from alvara.adapters.oci.credentials import Credentials
from alvara.adapters.oci.references import Origin, Repository, is_loopback, is_tag
from alvara.adapters.oci.transport import LARGEST_HELD, Answer, NoAnswer, Patience, Request, exchange
from alvara.report.escape import visible

_MOST_REDIRECTS = 3
_LISTING = 120.0
_MOST_TRIES = 4
_PAUSE = 0.1
_LONGEST_WORDS = 200
_NEXT = re.compile(r'<([^<>]+)>\s*;\s*rel="?next"?')


class Altered(ValueError):
    """A registry gave other bytes than those that were asked for by their digest."""


class Taken(ValueError):
    """A tag names something else already, and tags are not moved."""


class Client:
    """Asks one repository. Every method raises `NoAnswer` where the registry cannot be asked or gives no answer."""

    def __init__(self, repository: Repository, credentials: Credentials, patience: Patience) -> None:
        """Ask with these credentials, which go to the registry itself and to nobody else."""
        self.repository = repository
        self._credentials = credentials
        self._patience = patience

    def tags(self) -> Iterator[str]:
        """Give the names of all tags; none where there is no such repository yet."""
        path = f"{self._path('tags/list')}?n=1000"
        until = time.monotonic() + _LISTING
        while time.monotonic() < until:
            answer = self._ask("GET", path)
            if answer.status == 404:
                self._check_absence(answer)
                return
            self._expect(answer, 200)
            yield from self._listed(answer)
            following = _NEXT.search(answer.headers.get("Link", ""))
            if following is None:
                return
            path = self._own(following[1])
        raise NoAnswer(f"{self.repository} has more tags than it tells in two minutes")

    def tagged(self, tag: str) -> bytes | None:
        """Give the manifest that a tag names, which nothing vouches for yet; None where there is no such tag."""
        return self._manifest(tag)

    def manifest(self, hash: str) -> bytes | None:
        """Give the manifest of a SHA-256; None where there is none. Raises `Altered`."""
        data = self._manifest(f"sha256:{hash}")
        if data is not None and sha256(data).hexdigest() != hash:
            raise Altered(f"{self.repository} gives another manifest than that of sha256:{hash}, which was asked for")
        return data

    def fetch(self, blob: Blob, into: BinaryIO) -> None:
        """Write a blob to a file. Raises `Altered`; what was written before that is worth nothing."""
        answer = self._get(self._path(f"blobs/sha256:{blob.sha256}"), max(blob.size, LARGEST_MANIFEST), into)
        if answer.status == 404:
            raise NoAnswer(f"{self.repository} has a manifest and not its blob sha256:{blob.sha256}; publish it anew")
        self._expect(answer, 200)
        if (answer.sha256, answer.size) != blob:
            raise Altered(
                f"{self.repository} gives other bytes than those of sha256:{blob.sha256}, which were asked for"
            )

    def words(self, artifact: Artifact) -> bytes:
        """Give the words of an artifact. Raises `Altered`."""
        if artifact.said is not None:
            return artifact.said
        into = BytesIO()
        self.fetch(artifact.words, into)
        return into.getvalue()

    def check_writable(self) -> None:
        """Raise `NoAnswer` where nothing may be written: an upload is begun, and given up."""
        begun = self._ask("POST", self._path("blobs/uploads/"))
        self._expect(begun, 202)
        self._ask("DELETE", self._own(begun.headers.get("Location", "")))

    def put_blob(self, data: bytes) -> Blob:
        """Keep a blob in the repository, if it is not there already."""
        blob = blob_of(data)
        if self._ask("HEAD", self._path(f"blobs/sha256:{blob.sha256}")).status != 200:
            self._expect(self._patiently(lambda: self._upload(data, blob)), 201)
        return blob

    def put_manifest(self, data: bytes, tag: str | None = None) -> None:
        """Keep a manifest under its digest, or under a tag that is free or names it already. Raises `Taken`.

        Two who write a tag at once may both be told that they did: where that matters, it is claimed before.
        """
        if tag is not None and (there := self.tagged(tag)) is not None:
            if there != data:
                raise self._taken(tag)
            return
        path = self._path(f"manifests/{tag or f'sha256:{sha256(data).hexdigest()}'}")
        self._expect(self._patiently(lambda: self._ask("PUT", path, data, MANIFEST_TYPE)), 201)
        if tag is not None and self.tagged(tag) not in (data, None):
            raise self._taken(tag)

    def _upload(self, data: bytes, blob: Blob) -> Answer:
        begun = self._ask("POST", self._path("blobs/uploads/"))
        self._expect(begun, 202)
        parts = urlsplit(self._own(begun.headers.get("Location", "")))
        query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), ("digest", f"sha256:{blob.sha256}")])
        return self._ask("PUT", f"{parts.path}?{query}", data, "application/octet-stream")

    def _patiently(self, ask: Callable[[], Answer]) -> Answer:
        """Ask, and again where that fails: docker-registry stumbles where two bring the same at the same time.

        Whoever writes is refused then, and whoever reads what is written just now is told of an unknown error.
        """
        answer = ask()
        for attempt in range(1, _MOST_TRIES):
            if answer.status not in (400, 500):
                break
            time.sleep(_PAUSE * attempt)
            answer = ask()
        return answer

    def _taken(self, tag: str) -> Taken:
        return Taken(f"`{tag}` in {self.repository} names something else, and tags are not moved")

    def _manifest(self, name: str) -> bytes | None:
        answer = self._patiently(lambda: self._get(self._path(f"manifests/{name}"), LARGEST_MANIFEST))
        if answer.status == 404:
            self._check_absence(answer)
            return None
        self._expect(answer, 200)
        return answer.body

    def _path(self, rest: str) -> str:
        return f"/v2/{self.repository.name}/{rest}"

    def _ask(self, method: str, path: str, body: bytes = b"", type: str = "") -> Answer:
        headers = {"Content-Type": type} if type else {}
        return self._send(Request(method, self.repository.origin, path, headers, body), LARGEST_HELD)

    def _get(self, path: str, limit: int, into: BinaryIO | None = None) -> Answer:
        """Get something, also from where the registry says that it lies: never from less safe a place."""
        origin = self.repository.origin
        for _ in range(_MOST_REDIRECTS + 1):
            answer = self._send(Request("GET", origin, path, {"Accept": MANIFEST_TYPE}), limit, into)
            if answer.status not in (301, 302, 303, 307, 308):
                return answer
            origin, path = self._led(origin, path, answer.headers.get("Location", ""))
        raise NoAnswer(f"{self.repository.origin} sends from one place to the next, {_MOST_REDIRECTS} times and more")

    def _send(self, request: Request, limit: int, into: BinaryIO | None = None) -> Answer:
        own = request.origin == self.repository.origin
        headers = dict(request.headers)
        if own and self._credentials.header:
            headers["Authorization"] = self._credentials.header
        local = not request.origin.tls and not self.repository.plain
        return exchange(request._replace(headers=headers, local=local), limit, self._patience, into)

    def _led(self, origin: Origin, path: str, location: str) -> tuple[Origin, str]:
        """Tell where a redirect leads. Raises `NoAnswer` where nobody should go."""
        parts, target = self._target(origin, path, location)
        if origin.tls and not target.tls:
            raise NoAnswer(f"{origin} leads from TLS to plain HTTP at {target}, where alvara does not follow")
        if not target.tls and not (self.repository.plain or is_loopback(target.host)):
            raise NoAnswer(f"{origin} leads to {target} in plain HTTP, which is only used with --plain-http")
        return target, f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"

    def _own(self, location: str) -> str:
        """Give the path and query of an address at the registry itself. Raises `NoAnswer` for any other."""
        parts, target = self._target(self.repository.origin, self._path(""), location)
        if target != self.repository.origin:
            raise NoAnswer(f"{self.repository.origin} wants this to go to {target}, and it goes to nobody else; "
                           "a registry behind a proxy has to know its own address")  # fmt: skip
        return f"{parts.path}{'?' if parts.query else ''}{parts.query}"

    def _target(self, origin: Origin, path: str, location: str) -> tuple[SplitResult, Origin]:
        base = f"http{'s' if origin.tls else ''}://{origin}{path}"
        try:
            parts = urlsplit(urljoin(base, location))
            port, host = parts.port, parts.hostname
        except ValueError:
            port, host, parts = None, None, urlsplit("")
        sound = location.isascii() and location.isprintable() and " " not in location and parts.username is None
        if not location or not sound or not host or parts.scheme not in ("http", "https"):
            raise NoAnswer(f"{origin} leads to something that is no address of the web")
        tls = parts.scheme == "https"
        return parts, Origin(host, port or (443 if tls else 80), tls)

    def _listed(self, answer: Answer) -> list[str]:
        try:
            value = json.loads(answer.body)
            tags = value["tags"] or []
        except (ValueError, RecursionError, KeyError, TypeError):
            raise self._strange(answer) from None
        if not isinstance(tags, list) or not all(isinstance(tag, str) and is_tag(tag) for tag in tags):
            raise self._strange(answer)
        return tags

    def _check_absence(self, answer: Answer) -> None:
        """Tell a registry that has no such thing from a server that knows nothing of registries."""
        if not _words(answer):
            raise self._strange(answer)

    def _expect(self, answer: Answer, status: int) -> None:
        """Raise `NoAnswer` for another status than the one that says that all is well."""
        origin = self.repository.origin
        words = f": {_words(answer)}" if _words(answer) else ""
        if answer.status == status:
            return
        if answer.status == 401:
            raise NoAnswer(f"{origin} wants to know who asks{words}; {self._way_in(answer)}")
        if answer.status == 403:
            raise NoAnswer(f"{origin} does not allow this{words}; ask whoever runs it")
        if answer.status == 429 or answer.status >= 500:
            raise NoAnswer(f"{origin} cannot answer now, HTTP {answer.status}{words}; try again later")
        if not words or answer.status < 400:
            raise self._strange(answer)
        raise NoAnswer(f"{origin} refuses this, HTTP {answer.status}{words}")

    def _way_in(self, answer: Answer) -> str:
        if answer.headers.get("WWW-Authenticate", "").lower().startswith("bearer"):
            return (
                "it takes tokens only, which alvara does not fetch; `skopeo` or `oras` can bring the bundle from there"
            )
        if self._credentials.header:
            return "it does not take the name and password in your docker configuration; `docker login` changes them"
        if self._credentials.helped:
            return ("your docker configuration leaves them to a helper, which alvara does not run; "
                    "write `auths` into a configuration that DOCKER_CONFIG names")  # fmt: skip
        return "`docker login` writes a name and a password where alvara looks for them"

    def _strange(self, answer: Answer) -> NoAnswer:
        return NoAnswer(f"{self.repository.origin} does not answer as an OCI registry does (HTTP {answer.status}); "
                        "is the address right?")  # fmt: skip


def _words(answer: Answer) -> str:
    """Give what a registry says of an error, fit to be shown; empty where it says nothing as registries do."""
    try:
        first = json.loads(answer.body)["errors"][0]
        said = f"{first['code']} {first.get('message', '')}".strip()
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return ""
    return visible(said if len(said) <= _LONGEST_WORDS else f"{said[:_LONGEST_WORDS]}…")
