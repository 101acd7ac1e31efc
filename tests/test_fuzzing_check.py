"""Whatever becomes of its documents, a check ends in 0, 1 or 2: 10,000 mutated documents say so."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara.cli.main import main
from alvara.report import github, gitlab, json_v1, junit, sarif, text
from alvara.report.report import Report
from tests.case import NOW
from tests.test_memory import Files, _look, _open, _own_files, _remembered

AT_ONCE = 40
Mutation = tuple[str, str, float, float, bytes]
FILES = _own_files()
PATHS = [path for path in FILES if path != "alvara.yaml" and not path.endswith("principal.json")]
BITS = (
    b"\n",
    b" ",
    b":",
    b"- ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"'",
    b'"',
    b"#",
    b"|\n",
    b">\n",
    b"&a ",
    b"*a ",
    b"!x ",
    b"---\n",
    b"\t",
    b"\xff",
    b"\x00",
    b"\xef\xbb\xbf",
    "\u202e".encode(),
    "é".encode(),
    b"null",
    b"true",
    b"1.10",
    b"1e999",
    b"~",
    b"<<: ",
    b"id: x\n",
    b"resources:\n",
    b"$ref: '#'\n",
    b"$ref: '#/$defs/a'\n",
    b"type: [object, 7]\n",
    b"pattern: (a+)+$\n",
    b"properties: []\n",
    b"items: 3\n",
    b"required: 3\n",
    b"allOf: 1\n",
    b"%",
    b"[[x]]",
    b"[[",
    b"`",
    b"\r",
    b"? ",
    b"@",
    b"9" * 400,
    b"{a: " * 70,
    b"- " * 70,
    b"<<<<<<< HEAD\n",
    b"{input.",
    b"workPermit.*",
    b"x.y@2",
    b"..",
    b"\\u200b",
    b'"\\ud800"',
)
MUTATION = st.tuples(
    st.sampled_from(PATHS),
    st.sampled_from(["insert", "delete", "replace", "repeat", "swap", "cut"]),
    st.floats(0, 1),
    st.floats(0, 1),
    st.sampled_from(BITS),
)


def mutate(files: Files, mutation: Mutation) -> None:
    path, what, here, there, bit = mutation
    data = files[path]
    start = int(here * len(data))
    end = min(len(data), start + int(there * 60))
    if what == "insert":
        files[path] = data[:start] + bit + data[start:]
    elif what == "delete":
        files[path] = data[:start] + data[end:]
    elif what == "replace":
        files[path] = data[:start] + bit + data[end:]
    elif what == "repeat":
        files[path] = data[:end] + data[start:]
    elif what == "swap":
        lines = data.split(b"\n")
        one, other = int(here * (len(lines) - 1)), int(there * (len(lines) - 1))
        lines[one], lines[other] = lines[other], lines[one]
        files[path] = b"\n".join(lines)
    else:
        files[path] = data[:start]


def thorough(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


SEVERAL_AT_ONCE = st.lists(MUTATION, min_size=AT_ONCE, max_size=AT_ONCE, unique_by=lambda mutation: mutation[0])


def mutated(mutations: list[Mutation]) -> Files:
    files = dict(FILES)
    for mutation in mutations:
        mutate(files, mutation)
    return files


@thorough(190)
@given(SEVERAL_AT_ONCE)
def test_findings_in_mutated_documents_have_a_place_and_a_way_out(mutations: list[Mutation]) -> None:
    files = mutated(mutations)

    for diagnostic in _look(files, _open(_remembered())).diagnostics:
        assert diagnostic.line >= 1
        assert diagnostic.column >= 1
        assert diagnostic.file in files
        assert diagnostic.message
        assert diagnostic.help


@thorough(65)
@given(SEVERAL_AT_ONCE)
def test_findings_in_mutated_documents_can_be_written_in_every_format(mutations: list[Mutation]) -> None:
    outcome = _look(mutated(mutations), _open(_remembered()))
    report = Report(NOW, outcome.summary, outcome.diagnostics)

    assert outcome.diagnostics
    for style in (text, json_v1, sarif, github, gitlab, junit):
        assert style.render(report)


@thorough(60)
@given(st.lists(MUTATION, min_size=1, max_size=8))
def test_command_on_mutated_documents_exits_with_0_1_or_2(
    tmp_path_factory: pytest.TempPathFactory, mutations: list[Mutation]
) -> None:
    root: Path = tmp_path_factory.mktemp("registry")
    for path, data in mutated(mutations).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)

    assert main(["-C", str(root), "check", "--now", NOW]) in (0, 1, 2)
