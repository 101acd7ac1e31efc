"""Points of Ed25519 under which a signature proves something."""

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


def objection(encoded: bytes) -> str:
    """Say why 32 bytes are no point that a key may be, or nothing.

    A point of order 1, 2, 4 or 8 is a key under which anybody can sign anything. They are told by their y alone, since
    both signs of x have the same order: 0 and 1 and -1, and where twice the point has the y 0, which means that
    d·y⁴ + 2·y² = 1. Their second spellings, and those of all others, have a y that is not below the prime.
    """
    y = int.from_bytes(encoded, "little") & ((1 << 255) - 1)
    if y >= _P:
        return "its point is not written in the one way that counts"
    square = y * y % _P
    if square in {0, 1} or (_D * square * square + 2 * square - 1) % _P == 0:
        return "its point is one of the few under which anybody can sign"
    if pow((square - 1) * (_D * square + 1), (_P - 1) // 2, _P) != 1:
        return "its point is not on the curve"
    return ""
