"""`alvara approve`: somebody's agreement, signed."""

import click

from alvara.cli.deciding import Options, decide


@click.command("approve", short_help="Read what a definition does, and sign that you agree to it.")
@click.argument("id", metavar="ID")
@click.option("--role", type=click.Choice(("technical", "business")), default=None, help="As what you agree.")
@click.option("--as", "person", metavar="PERSON", default="", help="Who you are; else whose address git has.")
@click.option("--on-behalf-of", metavar="PERSON", default="", help="In whose place you agree, who lets you.")
@click.option("--key", metavar="FILE", default="", help="The key to sign with; else one of yours that the agent holds.")
@click.option("--locale", metavar="L", default="", help="The language of the page; else the registry's first.")
@click.option("--yes", metavar="ID", default="", help="Do not ask: you have read it, and mean exactly this ID.")
@click.option("--kind", type=click.Choice(("capability", "policy")), help="Which is meant, where both have the ID.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Act as of this moment, not of now.")
@click.pass_obj
def command(
    directory: str, id: str, role: str | None, person: str, on_behalf_of: str, key: str, locale: str, yes: str,
    kind: str | None, moment: str,
) -> int:  # fmt: skip
    """Show what the definition ID does and what changed since it was approved, ask, and sign that you agree.

    The record goes to a file below approvals/, to be committed. It counts for exactly this content, for as long as
    governance/policy.yaml says; in its last month, or once it does not count any more, sign the same again: that writes
    another record beside it. ID@MAJOR means one of several versions. FILE may be a private key of OpenSSH, or the
    public one (.pub) of a key that the agent holds. Without --role it is the one that you hold and that is missing.

    \b
    Examples:
      alvara approve workPermit.delete --role business
      alvara approve workPermit.delete --role technical --key ~/.ssh/id_ed25519 --locale pt-BR
      alvara approve workPermit.delete --role technical --as ana --yes workPermit.delete

    Exit codes: 0 written, or nothing to agree to; 1 refused, and nothing was written; 2 could not look or sign.
    """
    options = Options(id, role or "", person, on_behalf_of, key, locale, yes, kind or "", moment)
    return decide(directory, "approve", options)
