"""What is wrong with a bundle, or to be known of it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Defect:
    """Something that is not as it has to be, or, as a warning, something to know."""

    file: str
    message: str
    severity: Literal["error", "warning"] = "error"
