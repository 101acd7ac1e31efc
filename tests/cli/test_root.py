"""`alvara root`: made, signed by each, exchanged, shown; and everything that it refuses."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from tests.bundle.repository import commit
from tests.cli.conftest import Run
from tests.ran import Ran
from tests.signatures.ssh_keygen import make_key, needs_ssh_keygen

pytestmark = needs_ssh_keygen

PEOPLE = ("ana", "bea", "caio", "dora")
FIRST, SECOND = Path("governance/root/1.json"), Path("governance/root/2.json")
POLICY = "levels: {high: {slots: [technical, business], maxAgeDays: 180}}\n"
NOW = "2026-09-01T00:00:00Z"


def _person(name: str, *keys: Path, more: str = "", dates: str = "") -> str:
    lines = [
        f'  - {{id: {key.name}, type: ssh-ed25519, publicKey: "{key.with_suffix(".pub").read_text().strip()}"{dates}}}'
        for key in keys
    ]
    return "\n".join([f"name: {name}", "kind: human", more, *(["keys:", *lines] if lines else [])]) + "\n"


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("keys")
    return {name: make_key(folder, name=name) for name in (*PEOPLE, "ana2")}


@pytest.fixture
def governed(shop: Path, keys: Mapping[str, Path]) -> Path:
    """A registry with four people and a policy, and no root yet."""
    people = shop / "governance/people"
    people.mkdir(parents=True)
    for name in PEOPLE:
        (people / f"{name}.yaml").write_text(_person(name.title(), keys[name]))
    (shop / "governance/policy.yaml").write_text(POLICY)
    return shop


def _prepare(run: Run, *holders: str, options: tuple[str, ...] = ()) -> Ran:
    return run("root", "prepare", *(word for one in holders for word in ("--key-holder", one)), *options, "--now", NOW)


def _sign(run: Run, keys: Mapping[str, Path], *people: str) -> Ran:
    done = [run("root", "sign", "--as", one, "--key", str(keys[one])) for one in people]
    assert [one.code for one in done] == [0] * len(people), [one.err for one in done]
    return done[-1]


def _broken(run: Run) -> list[str]:
    found = run("check", "--format", "json", "--base", "none").json["findings"]
    return [one["message"] for one in found if one["rule"] == "root-broken"]


def _erased(run: Run) -> list[str]:
    done = run("check", "--format", "json", "--base", "HEAD")
    assert done.out, done.err
    found = done.json["findings"]
    return [one["message"] for one in found if one["rule"] == "governance-erased"]


def test_a_root_is_made_signed_and_exchanged(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    prepared = _prepare(run, "ana", "bea", "caio")
    assert (prepared.code, prepared.out.splitlines()[:2]) == (
        0,
        ["wrote governance/root/1.json", "version 1 is prepared"],
    )
    assert _broken(run) == ["all of its own keys have to sign it and none did (`ana`, `bea`, `caio` did not)"]

    first = _sign(run, keys, "ana")
    last = _sign(run, keys, "bea", "caio")
    assert first.out.splitlines()[1].endswith("all of its own keys have to sign it and one did (`bea`, `caio` did not)")
    assert last.out == "edited governance/root/1.json\n`caio` has signed version 1, which is complete\n"
    assert _broken(run) == []

    kept = FIRST.read_bytes()
    (governed / "governance/teams.yaml").write_text("sales: {members: [ana]}\n")
    assert _broken(run) == ["version 1 vouches for `teams` in another state than `governance/` is in"]
    assert _prepare(run, "bea", "caio", "dora").code == 0
    _sign(run, keys, "dora", "ana")
    lacking = "have to sign it and one did (`bea`, `caio` did not)"
    assert _broken(run) == [f"2 of its own keys {lacking}, and 2 of the keys of version 1 {lacking}"]
    assert _sign(run, keys, "bea").out.endswith("which is complete\n")
    assert _broken(run) == []
    assert FIRST.read_bytes() == kept


def test_what_is_shown_is_what_is_there(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    _prepare(run, "ana", "bea", "caio")
    _sign(run, keys, "ana", "bea")
    half = run("root", "show", "--format", "json")
    assert half.code == 1
    assert not half.json["holds"]
    assert [one["person"] for one in half.json["versions"][0]["signatures"]] == ["ana", "bea"]
    assert "`caio` did not" in half.json["versions"][0]["missing"]
    assert "  pin     known once it is complete: each signature changes it\n" in run("root", "show").out

    _sign(run, keys, "caio")
    pin = sha256(FIRST.read_bytes()).hexdigest()
    shown = run("root", "show")
    assert shown.code == 0
    assert f"  pin     {pin}\n" in shown.out
    assert shown.out.endswith("the chain holds; root: not pinned\n")
    pinned = run("root", "show", "--root", pin, "--format", "json")
    assert (pinned.code, pinned.json["pinned"], pinned.json["holds"]) == (0, True, True)
    other = run("root", "show", "--root", "0" * 64)
    assert other.code == 1
    assert "none of the versions that are here is the pinned one" in other.out
    assert run("root", "show", "--root", "1234").code == 2


def test_the_first_root_that_others_have_is_not_exchanged(
    governed: Path, run: Run, keys: Mapping[str, Path]
) -> None:  # fmt: skip
    _prepare(run, "ana", "bea", "caio")
    _sign(run, keys, "ana", "bea")
    commit(governed)
    _sign(run, keys, "caio")
    assert _erased(run) == [], "what was not complete may be completed"
    commit(governed)
    FIRST.write_bytes(FIRST.read_bytes().replace(b"\n", b"\r\n"))
    assert _erased(run) == [], "line ends are a checkout's doing"
    FIRST.unlink()
    _prepare(run, "bea", "caio", "dora")
    _sign(run, keys, "bea", "caio", "dora")

    assert _broken(run) == []
    assert _erased(run) == ["version 1 was complete, and its file is another one"]


def test_without_a_root_it_is_said_how_one_is_made(shop: Path, run: Run) -> None:
    shown = run("root", "show")
    assert shown.code == 0
    assert "alvara root prepare" in shown.out
    assert run("root", "show", "--root", "0" * 64).code == 1
    assert run("root", "sign", "--as", "ana").code == 2
    refused = _prepare(run, "ana")
    assert refused.code == 2
    assert "there is nothing in `governance/`" in refused.err


@pytest.mark.parametrize(
    ("holders", "options", "words"),
    [
        ((), (), "nobody holds a key of the first version yet"),
        (("anna",), (), "`anna` is nobody in `governance/people/`; did you mean `ana`?"),
        (("ana", "ana"), (), "`ana` is named twice"),
        (("ana/phone",), (), "`ana` has no key called `phone` that counts on 2026-09-01"),
        (("eva",), (), "`eva` has no key that counts on 2026-09-01"),
        (("gil",), (), "`gil` has several keys that count on 2026-09-01; name one: --key-holder gil/gil or"),
        (("ana", "fred"), (), "`ana` and `fred` have the same key"),
        (("robot",), (), "`robot` is a bot"),
        (("ana", "bea"), ("--threshold", "3"), "3 of the keys are to sign, and there are 2"),
    ],
)
def test_holders_that_cannot_hold_a_key_are_refused(
    governed: Path, run: Run, keys: Mapping[str, Path], holders: tuple[str, ...], options: tuple[str, ...], words: str
) -> None:
    people = governed / "governance/people"
    (people / "eva.yaml").write_text(_person("Eva", keys["ana2"], dates=', until: "2026-08-31"'))
    (people / "fred.yaml").write_text(_person("Fred", keys["ana"]))
    gil = [make_key(governed, name=name) for name in ("gil", "gil2")]
    (people / "gil.yaml").write_text(_person("Gil", *gil))
    (people / "robot.yaml").write_text("name: Robot\nkind: bot\n")
    refused = _prepare(run, *holders, options=options)

    assert refused.code == 2
    assert words in refused.err
    assert not FIRST.exists()


def test_one_of_several_keys_is_named_and_kept(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    (governed / "governance/people/ana.yaml").write_text(_person("Ana", keys["ana"], keys["ana2"]))
    assert _prepare(run, "ana/ana2", "bea", "caio").code == 0
    assert run("root", "sign", "--as", "ana", "--key", str(keys["ana"])).code == 2
    _sign(run, {**keys, "ana": keys["ana2"]}, "ana", "bea", "caio")
    (governed / "governance/teams.yaml").write_text("sales: {members: [ana]}\n")
    assert _prepare(run, "ana", "bea", "dora").code == 0
    assert (
        json.loads(SECOND.read_text())["signed"]["keys"]["ana"]
        == json.loads(FIRST.read_text())["signed"]["keys"]["ana"]
    )


def test_nothing_is_done_twice_and_nothing_complete_is_changed(
    governed: Path, run: Run, keys: Mapping[str, Path]
) -> None:
    _prepare(run, "ana", "bea", "caio")
    again = _prepare(run, "ana", "bea", "caio")
    assert (again.code, again.out) == (0, "version 1 is prepared already, and waits for signatures\n")
    _sign(run, keys, "ana", "bea", "caio")
    complete = FIRST.read_bytes()
    assert run("root", "sign", "--as", "ana", "--key", str(keys["ana"])).out == "`ana` has signed version 1 already\n"
    assert _prepare(run).out == "version 1 vouches for this already\n"

    (governed / "governance/teams.yaml").write_text("sales: {members: [ana]}\n")
    _prepare(run)
    _sign(run, keys, "ana", "bea")
    more = run("root", "sign", "--as", "caio", "--key", str(keys["caio"]))
    assert more.code == 2
    assert "version 2 is complete, and one more signature would change how it is pinned" in more.err
    assert FIRST.read_bytes() == complete


def test_what_waits_is_prepared_anew_until_somebody_has_signed(
    governed: Path, run: Run, keys: Mapping[str, Path]
) -> None:
    _prepare(run, "ana", "bea", "caio")
    teams = governed / "governance/teams.yaml"
    teams.write_text("sales: {members: [ana]}\n")
    stale = run("root", "sign", "--as", "ana", "--key", str(keys["ana"]))
    assert stale.code == 2
    assert "version 1 vouches for `teams` in another state" in stale.err
    assert _prepare(run).out.splitlines()[1] == "version 1 is prepared anew"
    assert list(json.loads(FIRST.read_text())["signed"]["keys"]) == ["ana", "bea", "caio"]
    _sign(run, keys, "ana")
    signed = FIRST.read_bytes()
    teams.write_text("sales: {members: [bea]}\n")
    refused = _prepare(run)
    assert refused.code == 2
    assert "is signed by ana; to begin anew, delete it first" in refused.err
    assert FIRST.read_bytes() == signed


def test_a_broken_chain_is_not_carried_on(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    _prepare(run, "ana", "bea", "caio")
    _sign(run, keys, "ana", "bea", "caio")
    FIRST.write_text(FIRST.read_text().replace('"threshold": 2', '"threshold": 9'))
    for refused in (_prepare(run), run("root", "sign", "--as", "ana", "--key", str(keys["ana"]))):
        assert refused.code == 2
        assert "governance/root/1.json: 9 of its keys have to sign, and it has 3" in refused.err


def test_a_revoked_key_is_exchanged(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    _prepare(run, "ana", "bea", "caio")
    _sign(run, keys, "ana", "bea", "caio")
    fingerprint = run("root", "show", "--format", "json").json["versions"][0]["keys"][1]["fingerprint"]
    revoked = f"revocations: [{{key: '{fingerprint}', since: always, reason: The laptop is gone.}}]\n"
    (governed / "governance/revocations.yaml").write_text(revoked)
    assert "the key of `bea` is revoked and still vouches" in _broken(run)
    kept = _prepare(run)
    assert kept.code == 2
    assert "the key of `bea` is revoked; name who holds keys from now on" in kept.err
    assert "`bea` has no key that counts" in _prepare(run, "ana", "bea", "dora").err
    assert _prepare(run, "ana", "caio", "dora").code == 0
    assert (
        "is revoked, so its signature would not count"
        in run("root", "sign", "--as", "bea", "--key", str(keys["bea"])).err
    )
    _sign(run, keys, "ana", "caio")
    assert _broken(run) == []


@pytest.mark.parametrize("layout", ["crlf", "compact", "tabs", "reversed"])
def test_a_signature_is_added_and_the_rest_stays(
    governed: Path, run: Run, keys: Mapping[str, Path], layout: str
) -> None:
    _prepare(run, "ana", "bea", "caio")
    text = FIRST.read_text()
    value = json.loads(text)
    laid_out = {
        "crlf": text.replace("\n", "\r\n"),
        "compact": json.dumps(value),
        "tabs": json.dumps(value, indent="\t"),
        "reversed": json.dumps({"signatures": value["signatures"], "signed": value["signed"]}, indent=1),
    }[layout]
    FIRST.write_bytes(laid_out.encode())
    _sign(run, keys, "ana", "bea", "caio")
    signed = FIRST.read_bytes().decode()

    assert _broken(run) == []
    assert run("root", "show").code == 0
    before, after = laid_out.split('"signatures": []')
    assert signed.startswith(before)
    assert signed.endswith(after)
    assert [one["key"] for one in json.loads(signed)["signatures"]] == ["ana", "bea", "caio"]
    assert ("\n" in signed.replace("\r\n", "")) == (layout in ("tabs", "reversed"))


def test_a_signature_that_does_not_hold_gives_way(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    _prepare(run, "ana", "bea", "caio")
    _sign(run, keys, "ana", "bea")
    value = json.loads(FIRST.read_text())
    value["signatures"][0]["signature"] = value["signatures"][1]["signature"]
    FIRST.write_text(json.dumps(value, indent=2))
    assert "the signature under `ana` does not hold" in _broken(run)[0]
    _sign(run, keys, "ana", "caio")

    assert _broken(run) == []
    assert [one["key"] for one in json.loads(FIRST.read_text())["signatures"]] == ["bea", "ana", "caio"]


def test_who_holds_no_key_does_not_sign(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    _prepare(run, "ana", "bea", "caio")
    before = FIRST.read_bytes()
    for person, key, words in (
        ("dora", "dora", "`dora` holds no key of version 1; those who do are ana, bea, caio"),
        ("ana", "dora", "is not that of `ana` in the root"),
        ("ana", "nowhere", "there is no such file"),
    ):
        refused = run("root", "sign", "--as", person, "--key", str(keys.get(key, Path(key))))
        assert refused.code == 2
        assert words in refused.err
    assert FIRST.read_bytes() == before


def test_governance_in_doubt_stops_all(governed: Path, run: Run, keys: Mapping[str, Path]) -> None:
    _prepare(run, "ana", "bea", "caio")
    (governed / "governance/people/bea.yaml").write_text("name: [\n")
    for arguments in (("show",), ("prepare",), ("sign", "--as", "ana", "--key", str(keys["ana"]))):
        done = run("root", *arguments)
        assert done.code == 1
        assert done.err == "alvara: governance/people/bea.yaml: not all of it can be read; `alvara check` says more\n"


def test_a_root_that_is_none_is_told(governed: Path, run: Run) -> None:
    FIRST.parent.mkdir()
    FIRST.write_text("{}")
    shown = run("root", "show", "--format", "json")

    assert shown.code == 1
    assert shown.json["versions"][0]["fault"]
    assert _prepare(run, "ana", "bea", "caio").code == 2
    assert run("root", "sign", "--as", "ana").code == 2
