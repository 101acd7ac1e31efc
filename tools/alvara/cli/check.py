"""`alvara check`: lint the registry."""

import click

from alvara.cli.checking import FORMATS, Mend, Options, check
from alvara.cli.group import QUESTION
from alvara.diagnostics.finding import SEVERITIES


@click.command("check", short_help="Lint the registry.")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--base",
    metavar="REF|none",
    help="Compare with this revision, or with the bundle in this folder; `none` compares with nothing.",
)
@click.option("--staged", is_flag=True, help="Judge what is staged for the next commit, not what lies on disk.")
@click.option("--against-release", is_flag=True, help="Require the last release to compare with, and its tag.")
@click.option("--only", metavar="RULE", default="", help="Report this rule only.")
@click.option("--fix", is_flag=True, help="Mend what has only one right answer, and judge what is left.")
@click.option("--format", "style", type=click.Choice(list(FORMATS)), default="text", help="How to print.")
@click.option(
    "--fail-on", "gate", type=click.Choice(SEVERITIES), default="error", help="The least severity that fails."
)
@click.option("--root", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Judge as of this moment, not HEAD's commit date.")
@click.pass_context
def command(context: click.Context, /, *, fix: bool, **options: str | bool | tuple[str, ...]) -> int:
    """Lint the whole registry, and report on PATHs or on everything.

    What it holds is compared with the point where this work left the main branch: what others rely on is kept, or
    leaves by the door.

    REF may be the folder of a bundle, as seen from the root of the registry; where a revision has the same name, the
    bundle is meant.

    --fix writes all files or none, and says which. PATHs and --only narrow what it mends. With --staged it mends the
    files on disk, which are to be staged again; one that is staged in part stops it.

    With --root, what governs approvals has to be what that root, or one that it leads to, vouches for.

    A PATH is looked up in DIR, then in the root of the registry, then in the current folder.

    \b
    Examples:
      alvara check                           everything
      alvara check capabilities/work-permit  report on one folder; all of it is judged
      alvara check --base v2026.09.01        compared with a revision
      alvara check --base dist/bundle        compared with a bundle
      alvara check --staged                  what the next commit would hold
      alvara check --fix                     mend what has only one right answer
      alvara check --format github           annotations for a pull request

    Exit codes: 0 nothing at or above the gate; 1 findings; 2 could not look.
    """
    mend: Mend | None = None
    if fix:
        from alvara.cli.fixing import fix_and_look  # most runs change nothing

        mend = fix_and_look
    return check(context.obj, Options(**options), context.meta[QUESTION], mend)  # type: ignore[arg-type]
