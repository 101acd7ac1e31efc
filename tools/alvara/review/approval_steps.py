"""What a composite runs, step by step. Who approves it approves the steps as they are defined now."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.review.approval_layout import Item, code, token, words
from alvara.review.approval_technical import about_expressions
from alvara.review.approval_voice import Voice
from alvara.workspace.subjects import Body, Subjects


def about_steps(body: Body, definitions: tuple[Body, ...], voice: Voice) -> Iterator[Item]:
    """Tell each step, with the gist of the capability that it runs and the digest of all that this one says."""
    subjects = Subjects(definitions)
    for number, step in enumerate(body["steps"], 1):
        meant = subjects.meant(step["capability"])
        below = (*_call(step, voice), *_capability(meant, subjects, body["id"], voice))
        yield voice.item("steps.step", *below, number=number, id=token(step["id"]),
                         capability=token(step["capability"]), aspect="steps", name=f"step {step['id']}")  # fmt: skip
    yield voice.item("steps.policies", aspect="steps")


def _call(step: Mapping[str, Any], voice: Voice) -> Iterator[Item]:
    if "forEach" in step:
        yield voice.item("steps.each", code(step["forEach"]))
    if "as" in step:
        yield voice.item("steps.as", item=token(step["as"]))
    if step.get("with"):
        yield voice.item("steps.with", *about_expressions(step["with"], voice))


def _capability(meant: Body | None, subjects: Subjects, composite: str, voice: Voice) -> Iterator[Item]:
    """Tell the gist of a definition: it has a page of its own, so that texts in further languages are left to that."""
    if meant is None:
        yield voice.item("steps.unknown")
        return
    said = dict.fromkeys(voice.chosen(meant[key]) for key in ("name", "description"))
    yield voice.item("steps.name", *map(words, said))
    yield Item(voice.among("action", meant["action"]), name="action")
    yield voice.item("steps.risk", risk=voice.among("risk", meant["risk"]))
    for effect in meant.get("effects", ()):
        yield Item(voice.among("effects", effect), name=f"effect {effect}")
    endpoint = meant.get("endpoint", {})
    if endpoint:
        service, method, path = (token(endpoint[key]) for key in ("service", "method", "path"))
        yield voice.item("steps.where", service=service, method=method, path=path)
    if meant.get("steps"):
        names = dict.fromkeys(token(step["capability"]) for step in meant["steps"])
        yield voice.item("steps.inner", names=voice.listed(names))
    yield voice.item("steps.version", version=token(meant["version"]))
    yield voice.item("steps.digest", code(subjects.digest(meant, (composite,))))
