"""A bundle is judged by what lies in it: who has agreed to what it holds, by whose leave, and up to when."""

import json
from collections.abc import Callable, Mapping

import pytest

from alvara.bundle.layout import INDEX, MANIFEST
from alvara.identity.digests import canonical
from tests.bundle.running import keeps
from tests.release.world import (
    CANCEL,
    CLOSED,
    CONTENT,
    POLICY,
    READ,
    Files,
    agreed,
    bundle_of,
    encoded,
    errors,
    governed,
    judge,
    key,
    person,
    pin,
    prepared,
    record,
    resealed,
    rooted,
    signed,
    world,
)

WORLD = dict(world())
MADE = bundle_of(WORLD)
CAPABILITY = "private/capabilities/order.cancel.json"


STEPS = "steps: [{id: read, capability: order.read, with: {}}]\noutput: {done: steps.read.output}\n"


def said(files: Files) -> str:
    """What is wrong with the bundle of a registry."""
    return "\n".join(errors(judge(bundle_of(files))))


def test_a_bundle_brings_what_was_agreed_on() -> None:
    manifest, index = json.loads(MADE[MANIFEST]), json.loads(MADE[INDEX])
    rows = {row["id"]: row for row in index["entities"]}
    records = [path for path in MADE if path.startswith("evidence/approvals/")]

    assert len(records) == manifest["approvals"] == 2
    assert manifest["root"] == {"version": 1, "sha256": pin(WORLD)}
    assert rows["order.cancel"]["approvals"]["level"] == "high"
    assert rows["order.cancel"]["approvals"]["expiresAt"] == "2027-02-26T09:00:00Z"
    assert len(rows["order.cancel"]["approvals"]["records"]) == 2
    assert "approvals" not in rows["order.read"]
    assert {"ledger/releases/1-1.json", "evidence/governance/policy.json", "evidence/governance/root/1.json"} <= set(
        MADE
    )
    assert judge(MADE).defects == ()


def test_a_root_is_the_bytes_of_its_file_whatever_a_checkout_did_to_them() -> None:
    path = "governance/root/1.json"
    other = {**WORLD, path: WORLD[path].replace(b"\n", b"\r\n")}

    assert MADE[f"evidence/{path}"] == WORLD[path]
    assert bundle_of(other) == MADE


def test_records_that_are_about_nothing_in_it_stay_behind() -> None:
    before = agreed(governed())
    other = before[CANCEL].replace(b"one order for good", b"an order")
    made = bundle_of({**before, CANCEL: other.replace(b'"1.0.0"', b'"1.1.0"')})

    assert json.loads(made[MANIFEST])["approvals"] == 0
    assert [line for line in errors(judge(made)) if "nobody has agreed as technical" in line]


def test_a_record_whose_key_is_revoked_stays_behind_and_is_missed() -> None:
    revoked = f'revocations: [{{key: "{key("tom").public.fingerprint}", since: always, reason: stolen}}]\n'
    files = {**agreed(governed()), "governance/revocations.yaml": revoked.encode()}

    assert json.loads(bundle_of(files)[MANIFEST])["approvals"] == 1
    assert "nobody has agreed as technical" in said(files)


REFUSED: Mapping[str, tuple[Callable[[], Files], str]] = {
    "nobody has agreed": (lambda: governed(), "nobody has agreed as technical or as business"),
    "one of two has agreed": (
        lambda: record(governed(), "order.cancel", "technical", "tom"), "nobody has agreed as business",
    ),
    "somebody has refused": (
        lambda: record(agreed(governed()), "order.cancel", "technical", "tom", "reject"),
        "tom, speaking as technical, has rejected",
    ),
    "it has expired": (
        lambda: record(
            record(governed(), "order.cancel", "technical", "tom", at="2026-01-10T00:00:00Z", days=100),
            "order.cancel", "business", "bia",
        ), "what was signed as technical expired on 2026-04-20",
    ),
    "the proposer has agreed": (
        lambda: agreed(governed({**CONTENT, CANCEL: CONTENT[CANCEL].replace("[ana]", "[tom]")})),
        "`tom` had a part in it",
    ),
    "one person speaks for both": (
        lambda: record(
            record(governed(tom=person("tom", ("technical", "business"))), "order.cancel", "technical", "tom"),
            "order.cancel", "business", "tom",
        ), "`tom` counts once, and does as business",
    ),
    "it is of a lower risk": (
        lambda: record(
            record(governed(), "order.cancel", "technical", "tom", level="medium"), "order.cancel", "business", "bia"
        ), "it was given at medium, and high is asked for",
    ),
    "there is no governance": (lambda: encoded(CONTENT), "nobody is there who could approve it"),
    "there is no policy": (
        lambda: {p: d for p, d in governed().items() if p != "governance/policy.yaml"}, "nobody is there who could",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_agreed_on_is_refused_at_its_file(case: str) -> None:
    make, words = REFUSED[case]
    found = errors(judge(bundle_of(make())))

    assert [line for line in found if line.startswith(f"{CAPABILITY}: ") and words in line], found


def test_what_was_risky_in_the_ledger_still_is() -> None:
    before = prepared(rooted(agreed(governed())))
    lower = {**before, CANCEL: before[CANCEL].replace(b"risk: high", b"risk: medium").replace(b'"1.0.0"', b'"2.0.0"')}

    assert "it was that before, and what is medium now" in said(prepared(lower, "2"))
    assert errors(judge(bundle_of(prepared(agreed(lower), "2")))) == []


def test_a_definition_that_was_edited_is_found_though_everything_else_was_made_anew() -> None:
    body = json.loads(MADE[CAPABILITY])
    edited = {**MADE, CAPABILITY: canonical({**body, "description": "Cancels all orders."})}

    assert [
        line for line in errors(judge(resealed(edited))) if line.startswith(CAPABILITY) and "nobody has agreed" in line
    ]


def test_a_guard_that_was_taken_away_voids_what_was_agreed_on() -> None:
    without = {path: data for path, data in agreed(governed()).items() if not path.startswith("policies/")}

    assert "`order.closed` decided when it was signed and does not any longer" in said(without)


def test_a_record_that_does_not_hold_is_named() -> None:
    path = next(path for path in MADE if path.endswith("-technical-tom.json"))
    value = json.loads(MADE[path])
    value["statement"]["predicate"]["expiresAt"] = "2027-03-01T09:00:00Z"

    assert [line for line in errors(judge(resealed({**MADE, path: canonical(value)}))) if line.startswith(f"{path}: ")]


def test_a_record_about_something_else_has_no_place_in_it() -> None:
    path = next(path for path in MADE if path.endswith("-technical-tom.json"))
    value = json.loads(MADE[path])
    value["statement"]["subject"][0]["name"] = "capability:order.read"
    other = path.replace("order.cancel", "order.read")

    assert f"{other}: is about nothing in this bundle that has to be agreed on" in errors(
        judge(resealed({**MADE, other: canonical(value)}))
    )


@pytest.mark.parametrize("path", ["evidence/governance/policy.json", "evidence/governance/people/tom.json",
                                  "evidence/approvals/order.cancel/x.json", "ledger/releases/1-1.json"])  # fmt: skip
def test_evidence_of_another_shape_is_refused_at_its_file(path: str) -> None:
    assert f"{path}: is not what a bundle holds there" in errors(judge(resealed({**MADE, path: canonical({"a": 1})})))


def test_files_that_are_no_evidence_are_called_for_by_nothing() -> None:
    for path in ("evidence/x.json", "evidence/governance/x.json", "ledger/x.json", "evidence/governance/root/01.json"):
        assert f"{path}: is not called for by any other file" in errors(judge(resealed({**MADE, path: b"{}"})))


def test_somebody_else_s_policy_needs_the_root_that_is_pinned() -> None:
    policy = POLICY.replace("[technical, business]", "[technical]")
    weaker = bundle_of({**WORLD, "governance/policy.yaml": policy.encode()})
    words = "vouches for `policy` in another state"

    assert any(words in line for line in errors(judge(weaker)))
    assert any(words in line for line in errors(judge(signed(weaker), pin(WORLD))))


def test_a_bundle_without_any_evidence_does_not_pass_for_an_older_one() -> None:
    kept = {p: d for p, d in MADE.items() if not p.startswith(("evidence/", "ledger/"))}
    stripped = older(kept)

    assert any("nobody is there who could approve it" in line for line in errors(judge(stripped)))
    assert any("a root is pinned, and none is here" in line for line in errors(judge(signed(stripped), pin(WORLD))))


@pytest.mark.parametrize("path", [CAPABILITY, "evidence/governance/policy.json"])
def test_a_newer_format_is_judged_as_far_as_it_is_known_and_not_believed_beyond(path: str) -> None:
    newer = resealed(MADE, format="alvara.bundle/1.9")
    unknown = resealed({**MADE, path: canonical([])}, format="alvara.bundle/1.9")

    assert judge(newer).holds
    assert not judge(unknown).holds
    assert not judge(resealed(bundle_of(governed()), format="alvara.bundle/1.9")).holds


def test_what_has_expired_since_it_was_made_is_a_warning() -> None:
    late = judge(MADE, now="2027-02-26T09:00:00Z")

    assert judge(MADE, now="2027-02-26T08:59:59Z").defects == ()
    assert late.holds
    assert [(d.file, d.severity) for d in late.defects] == [(CAPABILITY, "warning")]
    assert "what was signed as technical and as business expired on 2027-02-26" in late.defects[0].message


def renewed(files: Files, *, at: str) -> Files:
    """Let both agree again."""
    return record(record(files, "order.cancel", "technical", "tom", at=at), "order.cancel", "business", "bia", at=at)


@pytest.mark.parametrize("at", ["2027-02-10T09:00:00Z", "2027-03-10T09:00:00Z"])
def test_a_bundle_keeps_what_was_renewed_and_what_renews_it(at: str) -> None:
    made = bundle_of(renewed(agreed(governed()), at=at), as_of="2027-03-11T00:00:00Z")
    rows = {row["id"]: row for row in json.loads(made[INDEX])["entities"]}
    names = sorted(path.rpartition("-")[2] for path in made if path.startswith("evidence/approvals/"))

    assert names == ["2.json", "2.json", "bia.json", "tom.json"]
    assert rows["order.cancel"]["approvals"]["expiresAt"][:7] == ("2027-08" if "-02-" in at else "2027-09")
    assert judge(made).defects == judge(made, now="2027-08-01T00:00:00Z").defects == ()
    assert [d.severity for d in judge(made, now="2027-10-01T00:00:00Z").defects] == ["warning"]


def test_the_same_record_under_two_names_stays_behind_and_is_found() -> None:
    path = next(path for path in WORLD if path.endswith("-technical-tom.yaml"))
    copied = {**WORLD, path.replace(".yaml", "-2.yaml"): WORLD[path]}
    inside = f"evidence/{path.replace('.yaml', '.json')}"
    copy = inside.replace(".json", "-2.json")

    assert bundle_of(copied) == MADE
    found = errors(judge(resealed({**MADE, copy: MADE[inside]})))
    assert f"{copy}: does not count: `{path}` is the same record" in found


def test_a_record_of_a_day_that_is_still_to_come_counts_for_nothing() -> None:
    files = record(governed(), "order.cancel", "technical", "tom", at="2030-01-01T00:00:00Z")
    files = record(files, "order.cancel", "business", "bia")

    assert "nobody has agreed as technical" in said(files)


def test_policies_are_agreed_on_too_where_that_is_asked() -> None:
    policy = POLICY + "policies: {slots: [business], maxAgeDays: 200}\n"
    before = agreed({**governed(), "governance/policy.yaml": policy.encode()})
    after = record(before, "order.closed", "business", "bia", level="")
    rows = {row["id"]: row for row in json.loads(bundle_of(after)[INDEX])["entities"]}

    assert "nobody has agreed as business" in said(before)
    assert said(after) == ""
    assert (rows["order.closed"]["approvals"]["level"], len(rows["order.closed"]["approvals"]["records"])) == (None, 1)
    assert any(path.startswith("evidence/approvals/policy/order.closed/") for path in bundle_of(after))


def test_what_is_said_in_json_keeps_its_schemas() -> None:
    keeps("manifest-1", json.loads(MADE[MANIFEST]))
    keeps("bundle-index-1", json.loads(MADE[INDEX]))


def test_nothing_of_the_evidence_is_in_the_half_that_models_see() -> None:
    public = b"".join(data for path, data in MADE.items() if path.startswith("public/"))

    for word in (b"example.com", b"ssh-ed25519", b"SSH SIGNATURE", b"/orders/cancel", b"shop-api", b"src/x.ts"):
        assert word not in public


@pytest.mark.parametrize("scope", ["{resources: [order]}", "{resources: [purchase]}", '{capabilities: ["order.*"]}'])
def test_policies_attach_in_a_bundle_as_they_did_when_it_was_signed(scope: str) -> None:
    resource = "semantic-ids/order.yaml"
    content = {
        **CONTENT, resource: f"{CONTENT[resource]}aliases: [purchase]\n",
        CLOSED: CONTENT[CLOSED].replace("{capabilities: [order.cancel]}", scope),
    }  # fmt: skip
    files = agreed(governed(content))
    signed_by_tom = next(data for path, data in files.items() if path.endswith("-technical-tom.yaml"))

    assert b"id: order.closed" in signed_by_tom
    assert said(files) == ""
    assert "decides otherwise" in said({**files, CLOSED: files[CLOSED].replace(b"effect: deny", b"effect: allow")})


def test_a_composite_is_agreed_on_with_what_it_runs() -> None:
    path = "capabilities/order/close.yaml"
    composite = (
        CONTENT[CANCEL].replace("id: order.cancel", "id: order.close\ntype: composite")
        .replace("labels: {en: Cancel an order}", "labels: {en: Close an order}")
        .replace("endpoint: {service: shop-api, method: POST, path: /orders/cancel}\n", STEPS)
        .replace("implementation: {module: m, function: f, source: src/x.ts}\n", "")
    )  # fmt: skip
    files = agreed(governed({**CONTENT, path: composite}))
    files = record(record(files, "order.close", "technical", "tom"), "order.close", "business", "bia")
    changed = {**files, READ: files[READ].replace(b"Reads one order.", b"Reads an order.")}

    assert said(files) == ""
    assert "`order.close` 1.0.0 is active, high in risk, and nobody has agreed" in said(changed)


def test_what_is_in_use_and_cannot_be_read_is_refused() -> None:
    path = "private/capabilities/order.read.json"
    unknown = {**MADE, path: canonical({**json.loads(MADE[path]), "news": 1})}

    assert f"{path}: is in use, of a shape that is not known here: nobody can tell who has to agree to it" in errors(
        judge(resealed(unknown))
    )


def test_a_record_under_another_name_is_refused() -> None:
    path = next(path for path in MADE if path.endswith("-technical-tom.json"))
    other = path.replace("tom", "tim")
    moved = {**{p: data for p, data in MADE.items() if p != path}, other: MADE[path]}

    assert f"{other}: says what belongs in {path}" in errors(judge(resealed(moved)))


def older(files: Files) -> Files:
    """Give a bundle the format that knew of no evidence."""
    manifest = json.loads(files[MANIFEST])
    del manifest["root"], manifest["approvals"]
    return resealed({**files, MANIFEST: canonical(manifest)}, format="alvara.bundle/1.0")


def test_a_bundle_of_the_older_format_is_read_and_has_no_evidence() -> None:
    content = {path: text for path, text in CONTENT.items() if path != CANCEL and path != CLOSED}
    plain = {**content, "docs/order.md": "---\nsemanticId: order\n---\n\n# Orders\n"}
    made = bundle_of(encoded(plain))
    governed_too = bundle_of(prepared(rooted(governed(plain))))

    assert errors(judge(older(made))) == []
    assert [
        line
        for line in errors(judge(older(governed_too)))
        if "evidence/governance/policy.json: is not called for" in line
    ]


def test_a_newer_format_that_cannot_be_read_vouches_for_nothing() -> None:
    kept = {p: d for p, d in MADE.items() if not p.startswith(("evidence/", "ledger/"))}
    newer = resealed({**kept, CAPABILITY: canonical([])}, format="alvara.bundle/1.9")

    assert judge(newer).holds
    for verdict in (judge(newer, pin(WORLD)), judge(signed(newer))):
        assert any("cannot be told here who has agreed and who vouches for it" in line for line in errors(verdict))
