"""The active capabilities, as discovery sees them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from alvara.bundle.public import Text
from alvara.model.capability import NAVIGATIONS, READS
from alvara.registry.caller import Requirement


class Offer(NamedTuple):
    """An active capability, as discovery sees it. `number` is its place among all, by ID.

    `resources` are those that it is bound to by somebody who was sure, on either side. `target` is the entity that it
    works on, `on_record` whether the call names one record of it. `pages` are the resources that it navigates to; none
    where the call says which. `knowledge` are the pages that explain it; `confirmation` is what models may know of it.
    """

    number: int
    id: str
    domain: str
    action: str
    type: str
    risk: str
    resources: tuple[str, ...]
    requirement: Requirement
    target: str
    pages: tuple[str, ...]
    on_record: bool
    name: Text
    description: Text
    confirmation: Mapping[str, Any] | None
    knowledge: tuple[str, ...]

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return self.action in READS

    @property
    def navigates(self) -> bool:
        """Whether it moves the user interface only."""
        return self.action in NAVIGATIONS
