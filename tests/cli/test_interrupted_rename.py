"""A rename whose process is killed between two writes: whatever is left, the same command finishes it."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters import batch
from alvara.cli.main import main
from tests.cli.conftest import FILES, Run
from tests.cli.renames import commit, tree

STEPS = ("create", "move", "remove", "replace")
KILLED = 99
RENAMES = {
    "a capability": ("order.postpone", "order.moveIt"),
    "a resource in a list": ("order.deadline", "order.dueDate"),
    "a resource with a file": ("ui.order", "ui.orders"),
    "a policy": ("order.closed", "order.shut"),
    "a capability of two majors": ("order.list", "order.all"),
    "a capability that moves to another depth": ("order.postpone", "order.deadlines.move.later"),
}


def _killed_after(steps: int, *arguments: str) -> bool:
    """Run a command that is killed when it has written some times; False where it got to its end before."""
    child = os.fork()
    if child == 0:
        left = [steps]

        def counted(step: Callable[..., None]) -> Callable[..., None]:
            def take(*given: object, **named: object) -> None:
                if not left[0]:
                    os._exit(KILLED)
                left[0] -= 1
                step(*given, **named)

            return take

        for name in STEPS:
            setattr(batch, name, counted(getattr(batch, name)))
        os._exit(main([*arguments]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def _anew(shop: Path) -> None:
    for path in [*FILES, "ledger"]:
        shutil.rmtree(shop / path.partition("/")[0], ignore_errors=True)
    for path, text in FILES.items():
        (shop / path).parent.mkdir(parents=True, exist_ok=True)
        (shop / path).write_text(text)
    postpone = shop / "capabilities/order/postpone.yaml"
    text = postpone.read_text().replace(
        "days: {type: integer}", "days: {$ref: ../days.json}, on: {$ref: '../days.json#/$defs/on'}"
    )
    postpone.write_text("# yaml-language-server: $schema=../days.json\n" + text)
    (shop / "capabilities/days.json").write_text('{"type": "integer", "$defs": {"on": {"type": "string"}}}\n')
    listing = FILES["capabilities/order/list.yaml"]
    (shop / "capabilities/order/list.v2.yaml").write_text(listing.replace("1.0.0", "2.0.0"))
    (shop / "docs/order.md").write_text(
        FILES["docs/order.md"] + "[[order.list]] [[order.deadline]] [[order.postpone]]\n"
    )


@pytest.mark.parametrize("back", [False, True], ids=["there", "back"])
@pytest.mark.parametrize(("old", "new"), RENAMES.values(), ids=RENAMES)
def test_what_is_left_of_a_rename_is_finished_by_another(
    shop: Path, run: Run, old: str, new: str, back: bool
) -> None:  # fmt: skip
    _anew(shop)
    commit(shop)
    started, errors = tree(shop), run("check").code
    assert run("rename", old, new).code == 0
    finished = tree(shop)
    asked, wanted = (("rename", new, old), started) if back else (("rename", old, new), finished)
    steps = 0
    while True:
        _anew(shop)
        assert tree(shop) == started
        if back:
            run("rename", old, new)
        if not _killed_after(steps, *asked):
            break
        assert run("check").code in (errors, 1)

        done = run(*asked)

        assert done.code == 0, (steps, done.err)
        assert tree(shop) == wanted, steps
        steps += 1
    assert steps > 1
