"""endpoint-in-public-text."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site, Span
from alvara.texts.machinery import Secret, spelling_of
from alvara.workspace.entity import Entity
from alvara.workspace.originals import is_public
from alvara.workspace.spelled_out import Spelled
from alvara.workspace.workspace import View

_KEYS = {"service": ("endpoint", "service"), "source": ("implementation", "source")}
_CALLED = {"service": "service", "source": "source file"}


@rule("endpoint-in-public-text", on=Entity, waivable=False)
def endpoint_in_public_text(entity: Entity, view: View) -> Iterator[Finding]:
    """A text that models read spells out an endpoint, a service or a source file.

    ## Why is this bad?
    Descriptions, labels, examples, messages and knowledge pages become part of a model's prompt. How a capability is
    carried out is private to whoever carries it out: a model that knows the call can be talked into making it, past the
    policies and confirmations, and the text goes on naming it after it has moved. The names of parameters, the host and
    a prefix such as `/api/v1` make no difference.

    A path of one step, such as `/permits`, is a word like any other, unless its method stands before it. A service
    counts where nobody writes its name by chance: `sst-api` does, `work` does not.

    ## How to fix
    Say what is done, in the words of those who ask for it, or name the capability. The call itself stands in
    `endpoint`, the code in `implementation`, and nowhere else.
    """
    if not entity.spelled or (entity.kind == "page" and not is_public(entity, view)):
        return
    for spelled in entity.spelled:
        named = _named(spelled[0], view)
        if named is not None:
            secret, owner = named
            kind = _CALLED.get(secret.kind, "endpoint")
            message = f"models would read `{spelled[0]}` here: it is the {kind} of `{owner.id}`"
            there = Site(owner.path, (*owner.pointer, *_KEYS.get(secret.kind, ("endpoint", "path"))))
            yield Finding(_site(spelled), message, related=((there, "private there"),))


def _named(shown: str, view: View) -> tuple[Secret, Entity] | None:
    """Find what a stretch of text names, the longest where there are several things."""
    spelling = spelling_of(shown)
    found = [
        (secret, owner)
        for key in spelling.keys
        for owner in view.keeping(key)
        for secret in map(Secret._make, owner.secrets)
        if spelling.names(secret)
    ]
    return min(found, key=lambda one: (-len(one[0].steps), one[1].id, one[1].path), default=None)


def _site(spelled: Spelled) -> Site:
    _, path, pointer, part, start, end = spelled
    if part == "body":
        line = int(pointer[0])
        return Site(path, span=Span(line, start, line, end))
    return Site(path, pointer, part="key") if part == "key" else Site(path, pointer, within=(start, end))
