"""F31, and what F30 says of `$ref`: no schema makes the check leave the registry, and no mistake in one goes unsaid."""

import json
import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from alvara.app.check import examine
from alvara.app.settings import read_settings
from alvara.files.tree import DictTree, Unreadable
from tests.case import VALIDATORS, extract_all
from tests.fieldcases.surroundings import alvara, write_seed

CAPABILITY = "capabilities/work-permit/update-validity.yaml"
SHARED = "schemas/work-permit.json"


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    return write_seed(tmp_path)


@pytest.fixture
def visits() -> Iterator[tuple[int, list[str]]]:
    """Serve a schema on this machine, and keep a list of who came for it."""
    seen: list[str] = []

    class Counter(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Counter)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port, seen
    server.shutdown()
    server.server_close()
    thread.join()


def with_property(registry: Path, schema: str, **definitions: Any) -> Path:
    """Give the capability of the seed a property more; `definitions` go to the file that schemas share."""
    path = registry / CAPABILITY
    before = "    workPermitId: {type: string}\n"
    path.write_text(path.read_text().replace(before, f"{before}    validUntil: {schema}\n"))
    (registry / SHARED).parent.mkdir(exist_ok=True)
    (registry / SHARED).write_text(json.dumps({"$defs": definitions}, indent=2))
    return registry


def findings(registry: Path) -> list[dict[str, Any]]:
    """Check a registry and list its errors."""
    done = alvara(registry, "check", "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    return [finding for finding in json.loads(done.stdout)["findings"] if finding["severity"] == "error"]


def said(registry: Path) -> list[tuple[str, str, int]]:
    return [(f["rule"], f["file"], f["line"]) for f in findings(registry)]


LINE = 14  # of the property, in the seed's capability


def test_seed_is_clean(registry: Path) -> None:
    assert said(registry) == []


def test_remote_reference_makes_no_connection(registry: Path, visits: tuple[int, list[str]]) -> None:
    port, seen = visits
    url = f"http://127.0.0.1:{port}/x.json"
    with_property(registry, f'{{$ref: "{url}"}}')
    whole = registry / "capabilities/work-permit/prolong.yaml"
    text = (registry / CAPABILITY).read_text().replace("updateValidity", "prolong")
    start, end = text.index("inputSchema:"), text.index("endpoint:")
    whole.write_text(f'{text[:start]}inputSchema: {{$schema: "{url}", $id: "{url}", $ref: "{url}"}}\n{text[end:]}')

    rules = sorted(rule for rule, _, _ in said(registry))

    assert rules == ["remote-reference", "remote-reference", "unknown-dialect"]
    assert seen == []


@pytest.mark.parametrize(
    "reference",
    ["file:///etc/hostname", "/etc/hostname", "../../../../../../../etc/hostname", "../../%2e%2e/outside.json"],
)
def test_reference_out_of_the_registry_is_refused(registry: Path, reference: str) -> None:
    (registry.parent / "outside.json").write_text("{}")

    assert said(with_property(registry, f'{{$ref: "{reference}"}}')) == [("remote-reference", CAPABILITY, LINE)]


def test_remote_reference_cannot_be_waived(registry: Path) -> None:
    with_property(registry, '{$ref: "http://127.0.0.1:9/x.json"}')
    waiver = "rule: remote-reference, subject: workPermit.updateValidity, reason: x, owner: ana, expires: '2099-01-01'"
    with (registry / "alvara.yaml").open("a") as settings:
        settings.write(f"waivers: [{{{waiver}}}]\n")

    assert ("remote-reference", CAPABILITY, LINE) in said(registry)


@pytest.mark.parametrize(
    ("schema", "rule"),
    [
        ('{$schema: "https://json-schema.org/draft-99/schema", type: string}', "unknown-dialect"),
        ('{$ref: "#/$defs/nope"}', "dangling-reference"),
        ('{$ref: "#/properties/validUntil"}', "reference-ring"),
        ('{type: string, format: date, examples: ["31/02/2026"]}', "example-not-valid"),
        ("{type: string, format: data}", "unknown-format"),
        ("{type: strng}", "invalid-schema"),
        ("{type: object, required: permitId, additionalProperties: false}", "invalid-schema"),
        ('{type: string, pattern: "(a+)+$"}', "unsafe-pattern"),
        ("{type: object}", "schema-not-closed"),
    ],
)
def test_mistake_in_a_schema_is_reported_once_at_its_line(registry: Path, schema: str, rule: str) -> None:
    assert said(with_property(registry, schema)) == [(rule, CAPABILITY, LINE)]


@pytest.mark.parametrize(
    ("definitions", "rule", "line"),
    [
        ({"x": {"$schema": "https://json-schema.org/draft-99/schema", "type": "string"}}, "unknown-dialect", 4),
        ({"x": {"$ref": "#/$defs/nope"}}, "dangling-reference", 4),
        ({"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}}, "reference-ring", 4),
        ({"x": {"$ref": "http://127.0.0.1:9/x"}}, "remote-reference", 4),
        ({"x": {"type": "string", "format": "date", "default": "31/02/2026"}}, "example-not-valid", 6),
        ({"x": {"type": "string", "format": "data"}}, "unknown-format", 5),
        ({"x": {"type": "strng"}}, "invalid-schema", 4),
        ({"x": {"type": "string", "pattern": "(a|a)*$"}}, "unsafe-pattern", 5),
        ({"x": {"type": "object"}}, "schema-not-closed", 3),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mistake_in_a_shared_file_is_reported_once_for_all_who_use_it(
    registry: Path, definitions: dict[str, Any], rule: str, line: int
) -> None:
    with_property(registry, f'{{$ref: "../../{SHARED}#/$defs/x"}}', **definitions)
    for name in ("prolong", "renew", "shorten"):
        text = (registry / CAPABILITY).read_text().replace("updateValidity", name)
        (registry / f"capabilities/work-permit/{name}.yaml").write_text(text)

    assert said(registry) == [(rule, SHARED, line)]


def test_recursion_is_no_ring(registry: Path) -> None:
    part = {"type": "object", "additionalProperties": False, "properties": {"parts": {"items": {"$ref": "#/$defs/x"}}}}
    part["properties"]["parts"]["type"] = "array"

    assert said(with_property(registry, f'{{$ref: "../../{SHARED}#/$defs/x"}}', x=part)) == []


def test_result_is_the_same_when_it_is_remembered(registry: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with_property(registry, f'{{$ref: "../../{SHARED}#/$defs/x"}}', x={"type": "strng"})
    now = ("--now", "2026-09-01T00:00:00Z")
    cache = {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}
    first, second = (alvara(registry, "check", "--format", "json", *now, **cache) for _ in range(2))
    assert first.stdout == second.stdout

    (registry / SHARED).write_text('{"$defs": {"x": {"type": "string"}}}')

    assert "strng" not in alvara(registry, "check", "--format", "json", *now, **cache).stdout


@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "../outside.json", "link.json", "fifo", "folder"])
def test_reference_to_what_is_no_file_of_the_registry_ends_at_once(registry: Path, target: str) -> None:
    (registry.parent / "outside.json").write_text('{"secret": "s3cret"}')
    (registry / "schemas").mkdir()
    link = registry / "schemas/link.json"
    if target == "fifo":
        os.mkfifo(link)
    elif target == "folder":
        link.mkdir()
    else:
        link.symlink_to(target)
    with_property(registry, '{$ref: "../../schemas/link.json"}')
    started = monotonic()

    done = alvara(registry, "check")

    assert monotonic() - started < 10
    assert done.returncode == 1
    assert done.stdout.count("error[") == 1
    assert f"{CAPABILITY}:{LINE}:24: error[dangling-reference]" in done.stdout
    assert "s3cret" not in done.stdout + done.stderr
    assert "root:x:" not in done.stdout


def test_reference_through_a_linked_folder_leads_to_nothing(registry: Path) -> None:
    outside = registry.parent / "outside"
    outside.mkdir()
    (outside / "x.json").write_text("{}")
    (registry / "linked").symlink_to(outside)
    with_property(registry, '{$ref: "../../linked/x.json"}')

    assert said(registry) == [("dangling-reference", CAPABILITY, LINE)]


class ShutTree(DictTree):
    """A tree in which the system refuses to open the shared schema."""

    def read(self, path: str) -> bytes:
        if path == SHARED:
            raise Unreadable(13, "Permission denied")
        return super().read(path)


def test_reference_to_a_file_that_is_kept_shut_is_not_followed_and_the_run_says_so(registry: Path) -> None:
    with_property(registry, f'{{$ref: "../../{SHARED}#/$defs/x"}}', x={"type": "string"})
    tree = ShutTree({p.relative_to(registry).as_posix(): p.read_bytes() for p in registry.rglob("*") if p.is_file()})

    outcome = examine(tree, read_settings(tree, VALIDATORS), VALIDATORS, "2026-09-01", extract_all, None)

    assert [d.rule for d in outcome.diagnostics if d.severity == "error"] == []
    assert outcome.refused == (f"{SHARED}: Permission denied",)
    assert outcome.memory is None
