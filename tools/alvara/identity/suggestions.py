"""The word that was probably meant."""

from collections.abc import Iterable


def closest(word: str, known: Iterable[str]) -> str | None:
    """Pick the known word that is most like this one, or None when none is like it at all.

    What IDs have in common in front says nothing about how alike they are: of `a.b` and `a.c` only `b` and `c` count.
    """
    head, dot, last = word.rpartition(".")
    kin = {name.rpartition(".")[2] for name in known if name.rpartition(".")[0] == head} if dot else set()
    if kin:
        match = _closest(last, kin)
        return None if match is None else f"{head}.{match}"
    return _closest(word, known)


def _closest(word: str, known: Iterable[str]) -> str | None:
    from difflib import SequenceMatcher

    folded, best, best_ratio = word.casefold(), None, 0.72
    letters = set(folded)
    for candidate in sorted(known):
        if abs(len(candidate) - len(word)) > 6:
            continue
        # Each letter that only the word has is one that cannot match: most candidates need no closer look.
        lower = candidate.casefold()
        if 2 * (len(folded) - len(letters.difference(lower))) <= best_ratio * (len(folded) + len(lower)):
            continue
        matcher = SequenceMatcher(None, folded, lower, autojunk=False)
        if matcher.real_quick_ratio() > best_ratio and matcher.quick_ratio() > best_ratio:
            ratio = matcher.ratio()
            if ratio > best_ratio:
                best, best_ratio = candidate, ratio
    return best


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The tip that names the closest known word, or an empty text."""
    match = closest(word, known)
    return f"did you mean `{match}`?" if match else ""
