"""Time `alvara bundle verify` on a bundle of 731 approved capabilities with two approvals each.

    python -m benchmarks.verifying [CAPABILITIES]

Prints the median of five runs, in seconds of the processor: of the whole, from bytes in memory to the verdict, and of
judging what was agreed on.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from alvara.app.recording import end_of, path_of, shown_as, statement_of, write_record
from alvara.app.settings import read_settings
from alvara.bundle import verify as verifying
from alvara.bundle.agreed import agree_in
from alvara.files.tree import DictTree
from alvara.model.approval import NAMESPACE, signed_bytes
from alvara.signatures.sshsig import write_armor
from tests.release.world import (
    CANCEL,
    CONTENT,
    SIGNED,
    VALIDATORS,
    Files,
    bundle_of,
    governed,
    judge,
    key,
    pin,
    prepared,
    rooted,
    signed,
    subjects_in,
)

_RUNS = 5


def main() -> None:
    """Print the times."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 731
    files = prepared(rooted(agreed_registry(number)))
    made, root = signed(bundle_of(files)), pin(files)
    verdict = judge(made, root)
    assert verdict.holds, verdict.defects[:3]
    contents = verifying._contents(made)
    whole = median(_seconds(lambda: judge(made, root)) for _ in range(_RUNS))
    quorum = median(_seconds(lambda: agree_in(contents, VALIDATORS)) for _ in range(_RUNS))
    records = len(contents.evidence.approvals)
    print(
        f"{number} capabilities, {records} records, {len(made)} files: {whole:.2f} s, of which approvals {quorum:.2f} s"
    )


def agreed_registry(number: int) -> Files:
    """Make so many capabilities, each agreed on by two people."""
    content = {path: text for path, text in CONTENT.items() if not path.startswith("capabilities/")}
    text = CONTENT[CANCEL].replace("labels: {en: Cancel an order}\n", "")
    content["docs/order.md"] = "---\nsemanticId: order\n---\n\n# Orders\n"
    content["policies/order/closed.yaml"] = content["policies/order/closed.yaml"].replace("order.cancel]", '"order.*"]')
    for at in range(number):
        content[f"capabilities/order/cancel{at}.yaml"] = text.replace("id: order.cancel", f"id: order.cancel{at}")
    files = governed(content)
    config = read_settings(DictTree(files), VALIDATORS).config
    assert config is not None
    for subject in subjects_in(files).values():
        for role, name in (("technical", "tom"), ("business", "bia")):
            said = statement_of(subject, "high", "approve", role, name, "", config, SIGNED, end_of(SIGNED, 180),
                                shown_as("the page", "en"))  # fmt: skip
            files[path_of(said)] = write_record(said, write_armor(key(name), signed_bytes(said), NAMESPACE))
    return files


def _seconds(do: Callable[[], Any]) -> float:
    began = process_time()
    do()
    return process_time() - began


if __name__ == "__main__":
    main()
