"""unusable-key."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.governance import Key
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import person_of
from alvara.workspace.workspace import View


@rule("unusable-key", on=Entity, kinds=("person",), waivable=False)
def unusable_key(entity: Entity, view: View) -> Iterator[Finding]:
    """A key of somebody cannot be used: it does not hold, is of another kind than is said, or stands there twice.

    ## Why is this bad?
    What they sign with it counts for nothing, and they find out when somebody waits for their approval. A key that is
    not a point of full order on its curve accepts signatures that nobody made. A key that is listed a second time, with
    other dates, is not ended by the end of the first.

    ## How to fix
    Copy the line out of the `.pub` file again, and write its first word as `type`. Make keys with
    `ssh-keygen -t ed25519`, or with `-t ed25519-sk` on a security key. To prolong a key, change its `until`.
    """
    if not (keys := person_of(entity).keys):
        return
    from alvara.signatures.keys import BadKey, PublicKey, parse_public_key

    types = _types(entity)
    ids: dict[str, int] = {}
    raws: dict[bytes, Key] = {}
    for place, key in enumerate(keys):
        if ids.setdefault(key.id, place) != place:
            first = ((Site(entity.path, ("keys", ids[key.id], "id")), "the first one"),)
            message = f"two keys of `{entity.id}` are called `{key.id}`"
            yield Finding(Site(entity.path, ("keys", place, "id")), message, "give each its own name", first)
        try:
            public: PublicKey = parse_public_key(key.text)
        except BadKey as bad:
            yield Finding(Site(entity.path, ("keys", place, "publicKey")), f"the key `{key.id}` cannot be used: {bad}")
            continue
        if public.algorithm != types[place]:
            message = f"the key `{key.id}` is of the type `{public.algorithm}`, and `{types[place]}` is said"
            yield Finding(Site(entity.path, ("keys", place, "type")), message, f"write type: {public.algorithm}")
        if raws.setdefault(public.raw, key) is not key:
            message = f"`{raws[public.raw].id}` and `{key.id}` are the same key"
            tip = "keep one of them, with the dates that hold"
            yield Finding(Site(entity.path, ("keys", place, "publicKey")), message, tip)


def _types(entity: Entity) -> list[str]:
    from json import loads

    return [key["type"] for key in loads(entity.released[0])["keys"]]
