"""Everything that one revision defines, in full: what a bundle is made of and what two revisions are compared by."""

from typing import Any, NamedTuple

from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource


class Definitions(NamedTuple):
    """The models of one revision, sorted by ID and path, whatever order the files came in.

    Their `definition` is complete: defaults filled in, what `$ref` reaches written out. `principal` and `context` are
    the schemas that the settings name, None where they name none.
    """

    config: Config
    capabilities: tuple[Capability, ...] = ()
    resources: tuple[Resource, ...] = ()
    policies: tuple[Policy, ...] = ()
    pages: tuple[Page, ...] = ()
    principal: Any = None
    context: Any = None
