"""`alvara approvals`: what waits for whom."""

import click

from alvara.cli.waiting import Options, show


@click.command("approvals", short_help="Show what waits for approval, who has agreed, and who is missing.")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--check", "gate", is_flag=True, help="Fail where something is not agreed on that has to be; for CI.")
@click.option("--mine", is_flag=True, help="Only what you could sign now.")
@click.option("--missing", is_flag=True, help="Only what lacks somebody.")
@click.option("--expiring", is_flag=True, help="Only what somebody agreed to until a day in the next 30, or before.")
@click.option("--as", "person", metavar="PERSON", default="", help="Who you are; else whose address git has.")
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.option("--base", metavar="REF|none", help="Judge a change against this revision; `none` against nothing.")
@click.option("--root", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Judge as of this moment, not HEAD's commit date.")
@click.pass_obj
def command(
    directory: str, ids: tuple[str, ...], gate: bool, mine: bool, missing: bool, expiring: bool, person: str,
    style: str, base: str | None, root: str, moment: str,
) -> int:  # fmt: skip
    """Show what people have to agree on, from review on: everything, or the definitions with these IDs.

    For each of them: at which risk, who has agreed until when, who is missing, and who could sign. What governs is what
    the main branch says. --check prints what `alvara check` finds wrong with approvals, and demands a pinned root.

    \b
    Examples:
      alvara approvals                      everything that waits, or is agreed on
      alvara approvals --missing            what lacks somebody
      alvara approvals --mine --as bia      what somebody could sign now
      alvara approvals workPermit.delete --format json

    Exit codes: 0 shown, or --check found nothing; 1 --check found something; 2 could not look.
    """
    options = Options(ids, gate, mine, missing, expiring, person, style, base, root, moment)
    return show(directory, options)
