"""The root of trust for people: its versions, whose keys vouch, who has signed, and whether the chain holds."""

from collections.abc import Iterator

from alvara.approvals.root_chain import Chain, Version
from alvara.report.escape import in_lines


def render(chain: Chain) -> str:
    """Write all versions, and the verdict in the last lines."""
    return in_lines(_lines(chain))


def _lines(chain: Chain) -> Iterator[str]:
    for version in chain.versions:
        yield from _version(version)
    verdict = chain.verdict
    for objection in verdict.objections:
        where = f"version {objection.version}: " if objection.version else ""
        yield f"{where}{objection.words}" + (f"; {objection.tip}" if objection.tip else "")
    pinned = "pinned" if verdict.pinned else "not pinned"
    if not chain.versions:
        yield f"there is no root of trust (root: {pinned}); make one: alvara root prepare --key-holder PERSON"
    else:
        held = "the chain does not hold" if verdict.objections else "the chain holds"
        yield f"{held}; root: {pinned}"


def _version(version: Version) -> Iterator[str]:
    yield f"version {version.number}"
    yield f"  pin     {'known once it is complete: each signature changes it' if version.lacking else version.pin}"
    if version.root is None:
        yield f"  this is no root: {version.fault}"
        return
    for id, key in sorted(version.root.keys.items()):
        yield f"  key     {id}: {key.fingerprint}"
    yield f"  asks    for {version.root.threshold} of {len(version.root.keys)}"
    for signature in version.signatures:
        yield f"  signed  {signature.id}" + (f": does not hold: {signature.fault}" if signature.fault else "")
    if version.lacking:
        yield f"  missing {version.lacking}"
