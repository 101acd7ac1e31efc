"""`alvara init` and `alvara new`."""

import json
import os
from pathlib import Path
from uuid import UUID

import pytest
import yaml

from tests.cli.conftest import Run
from tests.fieldcases.surroundings import git

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def demo(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh registry, and the current folder."""
    run("init", str(tmp_path / "demo"))
    monkeypatch.chdir(tmp_path / "demo")
    return tmp_path / "demo"


def test_makes_a_registry_that_passes_check(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    made, checked = run("init", "demo"), run("-C", "demo", "check")

    assert made.code == 0
    assert checked.code == 0
    assert "0 capabilities, 0 resources" in checked.out


def test_writes_settings_hooks_workflow_editor_settings_and_schemas(demo: Path, run: Run) -> None:
    files = {path.relative_to(demo).as_posix() for path in demo.rglob("*") if path.is_file()}
    published = {f".alvara/schemas/{path.name}" for path in (ROOT / "schemas").glob("*.schema.json")}

    assert files == published | {
        "alvara.yaml", ".pre-commit-config.yaml", ".github/workflows/alvara.yml", ".vscode/settings.json",
        ".gitattributes", ".gitignore",
        "capabilities/.gitkeep", "semantic-ids/.gitkeep", "policies/.gitkeep", "scenarios/.gitkeep", "docs/.gitkeep",
    }  # fmt: skip


def test_what_it_writes_parses(demo: Path) -> None:
    config = yaml.safe_load((demo / "alvara.yaml").read_text())
    hooks = yaml.safe_load((demo / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    steps = yaml.safe_load((demo / ".github/workflows/alvara.yml").read_text())["jobs"]["check"]["steps"]
    schemas = json.loads((demo / ".vscode/settings.json").read_text())["yaml.schemas"]

    assert UUID(config["registry"]).version == 4
    assert config["name"] == "demo"
    assert [hook["entry"] for hook in hooks][:2] == ["alvara fmt", "alvara check --staged"]
    assert "alvara check --format github" in [step.get("run") for step in steps]
    assert {path for path in schemas if "$schema" in (demo / path).read_text()} == {
        f".alvara/schemas/{kind}.schema.json"
        for kind in (
            "config", "capability", "domain", "resource", "policy", "scenario", "fixtures", "utterances",
        )
    }  # fmt: skip


@pytest.mark.parametrize(
    ("commands", "branch"),
    [
        ([], "main"),
        ([("init", "-q", "-b", "main")], "main"),
        ([("init", "-q", "-b", "master")], "master"),
        ([("init", "-q", "-b", "trunk"), ("commit", "-q", "--allow-empty", "-m", "x"), ("switch", "-q", "-c", "work")],
         "trunk"),
        ([("init", "-q", "-b", "work")], "main"),
        ([("init", "-q", "-b", "main"), ("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/next/1")],
         "next/1"),
    ],
    ids=["no repository", "main", "master", "on a branch of trunk", "on a branch of nothing", "as the remote says"],
)  # fmt: skip
def test_main_branch_is_the_one_of_the_repository(
    tmp_path: Path, run: Run, commands: list[tuple[str, ...]], branch: str
) -> None:
    for command in commands:
        git(tmp_path, *command)

    assert run("init", str(tmp_path / "permits")).code == 0

    workflow = yaml.safe_load((tmp_path / "permits/.github/workflows/alvara.yml").read_text())
    assert yaml.safe_load((tmp_path / "permits/alvara.yaml").read_text())["defaultBranch"] == branch
    assert workflow[True]["push"]["branches"] == [branch]


def test_two_registries_have_different_identities(tmp_path: Path, run: Run) -> None:
    run("init", str(tmp_path / "a"))
    run("init", str(tmp_path / "b"))

    identities = [yaml.safe_load((tmp_path / name / "alvara.yaml").read_text())["registry"] for name in "ab"]
    assert identities[0] != identities[1]


@pytest.mark.parametrize(
    "name", ["true", "a: b #c", "1.10", "permissão", 'quo"te', "\U0001f600", "a\nb", "\\", "${name}", "\U00020000"]
)
def test_any_folder_name_becomes_a_name(tmp_path: Path, run: Run, name: str) -> None:
    run("init", str(tmp_path / name))

    assert run("-C", str(tmp_path / name), "check").code == 0
    assert yaml.safe_load((tmp_path / name / "alvara.yaml").read_text(encoding="utf-8"))["name"] == name


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        (b"bad\xff\xfename", "badname"), (b"\xed\xa0\xbd", "registry"), (b"\xff", "registry"), (b"\t", "registry"),
        ("\u202eabc\u200b".encode(), "abc"), ("e\u0301".encode(), "\xe9"), (b" a ", "a"), (b"a\x7f", "a"),
    ],
)  # fmt: skip
def test_what_nobody_sees_in_the_name_of_a_folder_is_left_out(
    tmp_path: Path, run: Run, folder: bytes, name: str
) -> None:
    root = tmp_path / os.fsdecode(folder)
    run("init", str(root))

    assert yaml.safe_load((root / "alvara.yaml").read_text(encoding="utf-8"))["name"] == name
    assert run("-C", str(root), "check").code == 0


def test_a_registry_is_not_made_twice(demo: Path, run: Run) -> None:
    before = (demo / "alvara.yaml").read_bytes()

    again = run("init")

    assert again.code == 2
    assert "alvara.yaml is there already" in again.err
    assert (demo / "alvara.yaml").read_bytes() == before


def test_files_that_are_there_stay_and_are_named(tmp_path: Path, run: Run) -> None:
    (tmp_path / ".gitattributes").write_text("* text=auto\n")
    (tmp_path / "docs").mkdir()

    made = run("init", str(tmp_path))

    assert made.code == 2
    assert ".gitattributes is there already and was left as it is" in made.err
    assert "*.yaml text eol=lf" in made.out
    assert (tmp_path / ".gitattributes").read_text() == "* text=auto\n"
    assert (tmp_path / "alvara.yaml").is_file()
    assert list((tmp_path / "docs").iterdir()) == []


def test_nothing_is_written_through_a_link(tmp_path: Path, run: Run) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo/.github").symlink_to(tmp_path / "elsewhere")

    assert run("init", str(tmp_path / "demo")).code == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_update_refreshes_the_schemas_and_nothing_else(demo: Path, run: Run) -> None:
    (demo / ".alvara/schemas/policy.schema.json").write_text("{}")
    (demo / ".alvara/schemas/page.schema.json").unlink()
    (demo / ".gitattributes").write_text("mine\n")
    config = (demo / "alvara.yaml").read_bytes()

    updated, again = run("init", "--update"), run("init", "--update")

    assert updated.code == 0
    assert updated.out == "wrote .alvara/schemas/page.schema.json\nwrote .alvara/schemas/policy.schema.json\n"
    assert again.out == "the schemas are up to date\n"
    published = ROOT / "schemas/policy.schema.json"
    assert (demo / ".alvara/schemas/policy.schema.json").read_bytes() == published.read_bytes()
    assert (demo / ".gitattributes").read_text() == "mine\n"
    assert (demo / "alvara.yaml").read_bytes() == config


def test_update_needs_a_registry(tmp_path: Path, run: Run) -> None:
    assert run("init", "--update", str(tmp_path)).code == 2


NEW = [
    ("resource", "workPermit", "semantic-ids/work-permit.yaml"),
    ("resource", "workPermit.validity", "semantic-ids/work-permit/validity.yaml"),
    ("resource", "ui.workPermit", "semantic-ids/ui/work-permit.yaml"),
    ("resource", "null", "semantic-ids/null.yaml"),
    ("capability", "workPermit.updateValidity", "capabilities/work-permit/update-validity.yaml"),
    ("capability", "workPermit.delete", "capabilities/work-permit/delete.yaml"),
    ("capability", "workPermit.read", "capabilities/work-permit/read.yaml"),
    ("capability", "navigation.openPage", "capabilities/navigation/open-page.yaml"),
    ("capability", "true.yes", "capabilities/true/yes.yaml"),
    ("policy", "workPermit.validity.update", "policies/work-permit/validity/update.yaml"),
    ("policy", "shop.closed", "policies/shop/closed.yaml"),
    ("policy", "true", "policies/true.yaml"),
    ("policy", "null", "policies/null.yaml"),
    ("policy", "work.domain", "policies/work/domain.yaml"),
    ("capability", "domain", "capabilities/domain.yaml"),
    ("capability", "work.domain", "capabilities/work/domain.v1.yaml"),
    ("capability", "work.domain.domain", "capabilities/work/domain/domain.yaml"),
]


@pytest.mark.parametrize(("kind", "id", "path"), NEW, ids=[f"{kind} {id}" for kind, id, _ in NEW])
def test_a_new_file_is_in_its_place_passes_check_and_is_in_shape(
    demo: Path, run: Run, kind: str, id: str, path: str
) -> None:
    made = run("new", kind, id)

    assert made.code == 0
    assert made.out.startswith(f"wrote {path}\nnext: ")
    assert run("check").code == 0
    assert run("check", "--fail-on", "warning").code == 0
    assert run("fmt", "--check").code == 0
    assert run("get", id, "--format", "json").json[kind]["status"] == "draft"


def test_all_of_them_together_pass_check(demo: Path, run: Run) -> None:
    for kind, id, _ in NEW:
        run("new", kind, id)

    assert run("check").code == 0
    assert run("fmt", "--check").code == 0


def test_a_new_definition_is_bound_to_the_resource_above_it(demo: Path, run: Run) -> None:
    run("new", "resource", "workPermit")
    run("new", "capability", "workPermit.delete")
    run("new", "policy", "workPermit.frozen")

    found = run("get", "workPermit.delete", "--format", "json").json["capability"]
    policy = run("get", "workPermit.frozen", "--format", "json").json["policy"]

    assert (found["action"], found["risk"], found["semanticIds"]) == ("delete", "critical", ["workPermit"])
    assert policy["appliesTo"] == {"resources": ["workPermit"]}
    assert policy["reason"]["code"] == "WORK_PERMIT_FROZEN"


def test_a_resource_may_be_given_its_type(demo: Path, run: Run) -> None:
    run("new", "resource", "workPermit.limits", "--type", "rule")

    assert run("get", "workPermit.limits", "--format", "json").json["resource"]["type"] == "rule"


@pytest.mark.parametrize(
    ("kind", "id", "said"),
    [
        ("capability", "Order.list", "`Order.list` is not camel case in dotted segments"),
        ("capability", "order/../../x", "is not camel case"),
        ("capability", "ordér.list", "has a character outside ASCII"),
        ("resource", "a.b.c.d.e.f.g", "has 7 dotted segments; at most 6 are allowed"),
        ("capability", "order.list", "the capability `order.list` is there already, in capabilities/order/list.yaml"),
        ("resource", "order.due", "an older name of the resource `order.deadline`, in semantic-ids/order.yaml"),
        ("capability", "order.lIst", "the capability `order.list` is there already"),
        ("resource", "gone", "a retired ID never returns"),
        ("policy", "gone", "`gone` is the ID of a resource that was removed; a retired ID never returns"),
        ("capability", "left", "`left` is the ID of a resource that was removed; a retired ID never returns"),
    ],
)
def test_an_id_that_cannot_be_used_is_refused_with_the_reason(
    shop: Path, run: Run, kind: str, id: str, said: str
) -> None:
    (shop / "ledger/tombstones/resource").mkdir(parents=True)
    (shop / "ledger/tombstones/resource/gone.yaml").write_text("id: gone\n")
    stone = 'id: left\nkind: resource\nsince: "2026-01-01"\nreason: Not needed.\n'
    (shop / "ledger/tombstones/resource/left.yaml").write_text(stone)
    before = {path for path in shop.rglob("*") if path.is_file()}

    refused = run("new", kind, id)

    assert refused.code == 2
    assert said in refused.err
    assert {path for path in shop.rglob("*") if path.is_file()} == before


def test_a_file_that_is_there_is_not_overwritten(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/part.yaml").write_text("resources: []\n")

    refused = run("new", "resource", "part")

    assert refused.code == 2
    assert "semantic-ids/part.yaml is there already" in refused.err
    assert (shop / "semantic-ids/part.yaml").read_text() == "resources: []\n"


def test_nothing_new_is_written_through_a_link(shop: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (shop / "policies/shop").symlink_to(elsewhere)

    assert run("new", "policy", "shop.closed").code == 2
    assert list(elsewhere.iterdir()) == []


def test_a_name_that_tool_apis_could_not_tell_apart_is_refused(demo: Path, run: Run) -> None:
    settings = demo / "alvara.yaml"
    settings.write_text(settings.read_text() + "naming: {capability: {style: snake}}\n")
    run("new", "capability", "work_permit.read")

    done = run("new", "capability", "work.permit_read")

    assert done.code == 2
    assert (
        "the capability `work_permit.read` is called `work_permit_read` in tool APIs, as this one would be" in done.err
    )
