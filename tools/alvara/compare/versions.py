"""Which version a change asks for, and whether the one that was written is enough."""

from alvara.compare.change import BUMPS, Bump
from alvara.identity.versions import Version, precedence


def smallest_legal(was: Version, needed: Bump) -> str:
    """Give the smallest version after `was` that a bump asks for.

    Before 1.0.0 a minor does what a major does after it, and a patch what a minor does (semver.org, 4, as tools read
    it). A pre-release is followed by the release that it announces, whatever has changed.
    """
    if needed == "none":
        return "-".join(filter(None, (f"{was.major}.{was.minor}.{was.patch}", ".".join(was.pre))))
    if was.pre:
        return f"{was.major}.{was.minor}.{was.patch}"
    if _step(was, needed) == "major":
        return f"{was.major + 1}.0.0"
    if _step(was, needed) == "minor":
        return f"{was.major}.{was.minor + 1}.0"
    return f"{was.major}.{was.minor}.{was.patch + 1}"


def suffices(was: Version, now: Version, needed: Bump) -> bool:
    """Whether a version is far enough beyond another for a change that needs this bump."""
    if needed == "none":
        return precedence(now) >= precedence(was)
    if precedence(now) <= precedence(was):
        return False
    return bool(was.pre) or BUMPS.index(_bump(was, now)) >= BUMPS.index(_step(was, needed))


def _step(was: Version, needed: Bump) -> Bump:
    if was.major == 0 and needed != "none":
        return "minor" if needed == "major" else "patch"
    return needed


def _bump(was: Version, now: Version) -> Bump:
    if now.major != was.major:
        return "major"
    if now.minor != was.minor:
        return "minor"
    return "patch"
