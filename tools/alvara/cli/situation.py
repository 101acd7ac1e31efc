"""Options that say where the user is, and who asks."""

import click

page_option = click.option("--page", metavar="PAGE", help="Where the user is: `x` is the resource `ui.x`.")
tab_option = click.option("--tab", metavar="TAB", help="The tab that is open: `y` on the page `x` is `ui.x.y`.")
focus_option = click.option(
    "--focus", metavar="ID", help="The resource that the user is at, as on the page: `components` will do."
)
permissions_option = click.option(
    "--permissions", metavar="NAME,...", help="Those that the caller holds; an empty text is none."
)
tenant_option = click.option(
    "--tenant", metavar="ID", help="That of the caller; an empty text is none, and nothing tenant-scoped."
)
