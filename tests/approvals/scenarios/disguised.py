"""What looks like something else: names, paths, hidden text, and keys that sign without anybody's doing."""

from hashlib import md5, sha512
from typing import Any

from alvara.identity.digests import canonical
from alvara.model.approval import NAMESPACE
from alvara.signatures.sshsig import write_armor
from tests.approvals.registry import CANCEL_FILE
from tests.approvals.scenario import INVALID, MISSING, PARKED, scenario
from tests.approvals.world import World, key, person, role
from tests.signatures.signers import Parts, SoftSecurityKey, parts, signed_bytes

LOOKALIKE = "payment.саncel"  # the second and third letters of the last word are Cyrillic


@scenario(("duplicate-key", CANCEL_FILE), row=27)
def the_risk_is_said_twice(w: World) -> None:
    w.sign_both()
    w.edit(CANCEL_FILE, "risk: high", "risk: high\nrisk: low")
    w.status("active")


@scenario(("anchor-or-alias", CANCEL_FILE), row=27)
def the_risk_is_an_alias(w: World) -> None:
    w.edit(CANCEL_FILE, "action: cancel", "action: &x cancel")
    w.status("approved")


@scenario(("naming-convention", CANCEL_FILE), ("lifecycle-step-skipped", CANCEL_FILE), MISSING, row=27)
def the_id_looks_like_another(w: World) -> None:
    w.edit(CANCEL_FILE, "id: payment.cancel", f"id: {LOOKALIKE}")
    w.status("approved")


@scenario(("duplicate-id", "capabilities/payment/Cancel.yaml"), ("path-case-twins", CANCEL_FILE), row=27)
def two_paths_differ_only_in_case(w: World) -> None:
    w.sign_both()
    w.now[CANCEL_FILE.replace("cancel", "Cancel")] = w.now[CANCEL_FILE]
    w.status("active")


@scenario(("hidden-characters", CANCEL_FILE), MISSING, PARKED, row=27)
def hidden_text_is_slipped_in(w: World) -> None:
    w.sign_both()
    w.edit(CANCEL_FILE, "Cancels one payment for good.", '"Cancels one payment\\u202E for good."')
    w.status("active")


def security_key(w: World, flags: int) -> None:
    """Have Tina sign with a security key, whose flags say whether somebody touched it."""
    soft = SoftSecurityKey(flags=flags)
    own = [{"id": "token", "type": soft.public.algorithm, "publicKey": soft.public.text}]
    w.govern("people/tina.yaml", person("tina", role("technical"), keys=own))

    def touch(record: dict[str, Any]) -> None:
        message = canonical(record["statement"])
        if flags & 1:
            record["signature"] = write_armor(soft, message, NAMESPACE)
        else:
            record["signature"] = _made(soft, message).armor

    w.sign("tina", "technical", after=touch)
    w.sign("bruno", "business")
    w.status("active")


def _made(signer: Any, message: bytes, name: bytes = b"sha512", digest: bytes = b"") -> Parts:
    """Make a signature for our purpose, with any hash."""
    purpose = NAMESPACE.encode()
    signed = signed_bytes(digest or sha512(message).digest(), namespace=purpose, hash=name)
    return parts(signer, message)._replace(namespace=purpose, hash=name, signature=signer.sign(signed))


@scenario(row=33)
def a_security_key_is_touched(w: World) -> None:
    security_key(w, flags=1)


@scenario(INVALID, MISSING, row=33)
def nobody_touches_the_security_key(w: World) -> None:
    security_key(w, flags=0)


@scenario(INVALID, MISSING, row=33)
def what_is_signed_is_hashed_weakly(w: World) -> None:
    def weaken(record: dict[str, Any]) -> None:
        message = canonical(record["statement"])
        record["signature"] = _made(key("tina"), message, b"md5", md5(message, usedforsecurity=False).digest()).armor

    w.sign("tina", "technical", after=weaken)
    w.sign("bruno", "business")
    w.status("active")


@scenario(row=33)
def what_is_signed_is_hashed_by_hand(w: World) -> None:
    w.sign("tina", "technical", after=lambda record: record.update(
        signature=_made(key("tina"), canonical(record["statement"])).armor))  # fmt: skip
    w.sign("bruno", "business")
    w.status("active")
