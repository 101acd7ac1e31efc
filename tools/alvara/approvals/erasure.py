"""What was taken out of `governance/`: people, keys and roles are closed with dates, so that old records stay true."""

from collections.abc import Iterator

from alvara.model.governance import Governance, Key, Person

_REVOCATIONS = "governance/revocations.yaml"


def erased(before: Governance, after: Governance) -> Iterator[tuple[str, str]]:
    """Yield, by the file that it stood in, in words what was there before and is not any longer."""
    for id, person in before.people.items():
        now = after.people.get(id)
        if now is None:
            yield person.path, f"`{id}` is gone"
        else:
            yield from ((person.path, words) for words in _of_person(person, now))
    present = {(revoked.key, revoked.since) for revoked in after.revocations}
    for revoked in before.revocations:
        if not {(revoked.key, revoked.since), (revoked.key, "always")} & present:
            since = "for all time" if revoked.since == "always" else f"from {revoked.since} on"
            yield _REVOCATIONS, f"`{revoked.key}` was revoked {since}, and is not any longer"


def _of_person(before: Person, after: Person) -> Iterator[str]:
    if before.kind == "human" and after.kind != "human":
        yield f"`{before.id}` was a person, and is a {after.kind} now"
    keys = set(map(_identity, after.keys))
    for key in before.keys:
        if _identity(key) not in keys:
            yield f"the key `{key.id}` of `{before.id}` is gone, or another one"
    roles = {(role.role, scope, role.window.start) for role in after.roles for scope in role.scope}
    for role in before.roles:
        for scope in role.scope:
            if (role.role, scope, role.window.start) not in roles:
                yield f"that `{before.id}` held the role {role.role} for `{scope}` is gone"
    lent = {(d.to, d.grant.role, scope, d.grant.window.start) for d in after.delegations for scope in d.grant.scope}
    for d in before.delegations:
        for scope in d.grant.scope:
            if (d.to, d.grant.role, scope, d.grant.window.start) not in lent:
                yield f"that `{before.id}` let `{d.to}` agree as {d.grant.role} for `{scope}` is gone"


def _identity(key: Key) -> tuple[str, str]:
    """Tell a key by its name and its bytes; the comment behind it may change."""
    return key.id, " ".join(key.text.split()[:2])
