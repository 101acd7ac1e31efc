"""A bundle laid out to be compared: the facts of what it defines, as a tree has them."""

from alvara.app.extraction import Extractor
from alvara.app.settings import Settings
from alvara.app.shown import Shown
from alvara.app.survey import Survey
from alvara.bundle.unpacking import Unpacked
from alvara.documents.shape import Validators
from alvara.workspace.contribution import Contribution
from alvara.workspace.setting import Catalogue
from alvara.workspace.workspace import View, Workspace


def show_bundle(name: str, bundle: Unpacked, validators: Validators, today: str) -> Shown:
    """Lay out a bundle. Of the settings it says which registry it is, and no more that compares."""
    config = bundle.config
    contributions = [Contribution(d.facts.path, "", (d.facts,)) for d in bundle.definitions]
    workspace = Workspace(config, contributions)
    extractor = Extractor(config, Catalogue(), validators, bundle.read)
    found = Survey(workspace, View(workspace, today), extractor, bundle.read)
    settings = Settings(config, Catalogue(), "", value={"registry": config.registry, "name": config.name})
    return Shown(name, found, settings, bundle.document, bundle)
