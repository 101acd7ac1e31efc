"""How long checking takes, beside what the library takes for the arithmetic alone, and what starting costs."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from alvara.signatures.sshsig import verify, write_armor
from tests.signatures.signers import plain_key, signed_bytes

MESSAGES = [b"statement %d" % number for number in range(1_462)]
KEY = plain_key()
ARMORS = [write_armor(KEY, message, "purpose@v1") for message in MESSAGES]


def check(at: int) -> None:
    verify(ARMORS[at], MESSAGES[at], "purpose@v1", KEY.public)


def milliseconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return (perf_counter() - start) * 1000


def test_reading_adds_little_to_the_arithmetic_and_all_are_checked_in_time() -> None:
    library = Ed25519PublicKey.from_public_bytes(KEY.public.raw)
    signed = signed_bytes(bytes(64))
    raw = KEY.sign(signed)[-64:]
    check(0)
    tries = []
    for _ in range(3):
        taken = [
            (milliseconds(partial(check, at)), milliseconds(partial(library.verify, raw, signed)))
            for at in range(len(MESSAGES))
        ]
        tries.append((median(each[0] for each in taken), median(each[1] for each in taken)))
    whole, alone = min(tries)
    count = len(MESSAGES)
    words = f"{whole:.3f} ms a signature, {alone:.3f} ms of it in the library; {count:,} in {whole * count:.0f} ms"
    print(words)  # noqa: T201  pytest -s

    assert whole / alone < 1.4
    assert whole * count < 500


@pytest.mark.parametrize("module", ["keys", "sshsig", "signing", "dsse"])
def test_library_is_loaded_only_when_something_is_checked(module: str) -> None:
    ask = f"import sys, alvara.signatures.{module}; print({{'cryptography', 'bcrypt'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout == "set()\n"


def test_library_is_loaded_when_something_is_checked() -> None:
    ask = (
        "import sys; from alvara.signatures import keys, sshsig; before = 'cryptography' in sys.modules;"
        f"sshsig.verify({ARMORS[0]!r}, {MESSAGES[0]!r}, 'purpose@v1', keys.parse_public_key({KEY.public.text!r}));"
        "print(before, 'cryptography' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout == "False True\n"
