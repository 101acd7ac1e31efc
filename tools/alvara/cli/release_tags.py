"""Whether the tag of a release is one: signed by somebody who may, under its own name, at its own time and place."""

from typing import NamedTuple

from alvara.adapters.branches import Standing, standing_on
from alvara.adapters.tagging import NoTag, read_tag
from alvara.app.governing import read_governance
from alvara.app.models import Incomplete
from alvara.approvals.validity import moved
from alvara.bundle.provenance import release_keys
from alvara.cli.errors import CannotLook
