"""What was taken out of `governance/`: people, keys and roles are closed with dates, so that old records stay true."""

from collections.abc import Iterator

from alvara.model.governance import Governance, Person


def erased(before: Governance, after: Governance) -> Iterator[tuple[str, str]]:
    """Yield, by the file that it stood in, in words what was there before and is not any longer."""
    for id, person in before.people.items():
        now = after.people.get(id)
        if now is None:
            yield person.path, f"`{id}` is gone"
        else:
            yield from ((person.path, words) for words in _of_person(person, now))
    present = {(r.key, r.since) for r in after.revocations}
    sooner = {r.key for r in after.revocations if r.since == "always"}
    for revoked in before.revocations:
        if (revoked.key, revoked.since) not in present and revoked.key not in sooner:
            yield "governance/revocations.yaml", f"`{revoked.key}` is not revoked any longer"


def _of_person(before: Person, after: Person) -> Iterator[str]:
    keys = {(key.id, key.text.split()[1:2] and key.text.split()[1]) for key in after.keys}
    for key in before.keys:
        if (key.id, key.text.split()[1:2] and key.text.split()[1]) not in keys:
            yield f"the key `{key.id}` of `{before.id}` is gone or another one"
    roles = {(role.role, scope, role.window.start) for role in after.roles for scope in role.scope}
    for role in before.roles:
        for scope in role.scope:
            if (role.role, scope, role.window.start) not in roles:
                yield f"`{before.id}` has never been {role.role} for `{scope}` any longer"
