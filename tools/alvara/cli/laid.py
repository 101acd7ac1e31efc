"""What a verb that asks the registry something is answered from: the tree on disk, or a bundle."""

import os

import click

from alvara.adapters.clock import system_moment
from alvara.app.getting import Laid
from alvara.cli.bundle_place import unread
from alvara.cli.output import say
from alvara.cli.pinning import asked_pin
from alvara.cli.place import seen_from
from alvara.registry.holdings import Holdings

bundle_option = click.option(
    "--bundle", metavar="DIR|TAR", default="", help="Ask this bundle instead of the files on disk."
)


def lay_out_asked(directory: str, bundle: str) -> Laid:
    """Lay out the registry that a folder lies in, or a bundle as seen from there. Raises `CannotLook`.

    What does not take part is said, of a tree at once and of a bundle when it is met.
    """
    if not bundle:
        from alvara.cli.reading import lay_out

        return lay_out(directory)
    from alvara.app.held_survey import HeldSurvey

    def leave_out(path: str) -> None:
        say(f"left out {path}, which says what is not known here")

    return HeldSurvey(open_bundle(directory, bundle), system_moment()[:10], leave_out)


def open_bundle(directory: str, bundle: str) -> Holdings:
    """Open a bundle as seen from the registry that a folder lies in. Raises `CannotLook` and `DamagedBundle`.

    It needs no registry around it. Where a root of trust is pinned, it is verified in full.
    """
    from alvara.runtime.opening import open_holdings

    try:
        found = open_holdings(os.path.join(seen_from(directory), bundle), asked_pin("") or None)
    except OSError as error:
        raise unread(bundle, error) from error
    for remark in found.about.remarks:
        say(remark)
    return found
