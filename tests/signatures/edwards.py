"""Points of the curve of Ed25519, added up the slow way: what the quick test of a point is held against."""

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int]
NEUTRAL: Point = (0, 1)


def add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    both = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + both, P - 2, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - both, P - 2, P)
    return x % P, y % P


def times(factor: int, point: Point) -> Point:
    total = NEUTRAL
    while factor:
        if factor & 1:
            total = add(total, point)
        point = add(point, point)
        factor >>= 1
    return total


def point_at(y: int) -> Point | None:
    """The point with this y and the even x, or None where the curve has none."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if x * x % P != square:
        return None
    return (P - x if x & 1 else x) % P, y % P


def spellings(point: Point) -> set[bytes]:
    """The canonical encoding of a point and all others that a careless reader takes for it."""
    x, y = point
    signs = {x & 1} if x else {0, 1}
    return {(each | sign << 255).to_bytes(32, "little") for each in (y, y + P) if each < 2**255 for sign in signs}


def encoded(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")
