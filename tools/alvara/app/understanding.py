"""The utterances of `alvara test`: each is put to the registry, and what came of it is told."""

from collections.abc import Callable, Iterable, Iterator, Set

from alvara.app.locating import Locator
from alvara.diagnostics.site import Site
from alvara.model.utterance import Utterance
from alvara.scenarios.results import Because, State, UtteranceResult, members
from alvara.scenarios.running import Difference
from alvara.scenarios.understanding import Answer, differences, utterances_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

Ask = Callable[[Utterance], Answer]
"""What puts an utterance to the registry."""


def run_utterances(
    file: Entity, ask: Ask, troubled: Set[int], view: View, locator: Locator
) -> Iterator[UtteranceResult]:  # fmt: skip
    """Run the utterances of one file, but for those, by position, that have a finding."""
    for position, utterance in enumerate(utterances_of(file)):
        place = locator.span(Site(file.path, (*utterance.pointer, "say")))
        found: tuple[Difference, ...] = ()
        state: State = "not-run"
        if position not in troubled:
            found = tuple(differences(utterance.expected, ask(utterance)))
            state = "failed" if found else "passed"
        because = tuple(_because(found, view, locator))
        yield UtteranceResult(
            file.path, utterance.id, utterance.say, place.line, place.column, state, found, because
        )  # fmt: skip


def _because(found: Iterable[Difference], view: View, locator: Locator) -> Iterator[Because]:
    """Say of each capability that was missed whether it could have come at all."""
    for difference in found:
        split = members(difference) if difference.aspect == "capabilities" else None
        for id in split[0] if split else ():
            capability = view.definition("capability", id)
            if capability is not None and capability.status != "active":
                at = Site(capability.path, (*capability.pointer, "status"))
                message = f"`{id}` has the status `{capability.status}`, and only what is active is offered"
                yield Because(message, capability.path, locator.span(at).line)
