"""`alvara reject`: somebody's no, signed."""

import click

from alvara.cli.deciding import Options, decide


@click.command("reject", short_help="Say no to what a definition says, for good.")
@click.argument("id", metavar="ID")
@click.option("--role", type=click.Choice(("technical", "business")), default=None, help="As what you speak.")
@click.option("--as", "person", metavar="PERSON", default="", help="Who you are; else whose address git has.")
@click.option("--on-behalf-of", metavar="PERSON", default="", help="In whose place you speak, who lets you.")
@click.option("--key", metavar="FILE", default="", help="The key to sign with; else one of yours that the agent holds.")
@click.option("--locale", metavar="L", default="", help="The language of what is shown; else the registry's first.")
@click.option("--yes", metavar="ID", default="", help="Do not ask: you have read it, and mean exactly this ID.")
@click.option("--kind", type=click.Choice(("capability", "policy")), help="Which is meant, where both have the ID.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Act as of this moment, not of now.")
@click.pass_obj
def command(
    directory: str, id: str, role: str | None, person: str, on_behalf_of: str, key: str, locale: str, yes: str,
    kind: str | None, moment: str,
) -> int:  # fmt: skip
    """Sign that the definition ID is not to be used as it stands. No approval outweighs that, for this content.

    One person is enough who could agree to it. Other content, in a new version, can be approved. The record goes to a
    file below approvals/, to be committed. Keys and people are as with `alvara approve`.

    \b
    Examples:
      alvara reject workPermit.delete --role business
      alvara reject workPermit.delete --role business --as bia --yes workPermit.delete

    Exit codes: 0 written, or refused by somebody already; 1 you may not, and nothing was written; 2 could not.
    """
    options = Options(id, role or "", person, on_behalf_of, key, locale, yes, kind or "", moment)
    return decide(directory, "reject", options)
