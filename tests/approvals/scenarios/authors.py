"""Who wrote it, as git tells: whoever has a part in what it says does not count, and who only touched the file does."""

from tests.approvals.registry import CANCEL_FILE, READ_FILE, SCHEMA_FILE
from tests.approvals.scenario import INVALID, MISSING, scenario
from tests.approvals.scenarios.guards import ENDING
from tests.approvals.world import World, person


@scenario(INVALID, MISSING, row=6)
def the_author_by_git_signs(w: World) -> None:
    w.sign_both()
    w.status("active")
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(INVALID, MISSING, row=6)
def the_author_of_a_schema_that_it_reaches_signs(w: World) -> None:
    w.edit(SCHEMA_FILE, '"maxLength": 20', '"maxLength": 30')
    w.edit(CANCEL_FILE, "1.0.0", "1.1.0")
    w.sign_both()
    w.status("active")
    w.authors = [("bruno@example.org", SCHEMA_FILE), ("ana@example.org", CANCEL_FILE)]


@scenario(row=6)
def the_author_of_something_else_signs(w: World) -> None:
    w.edit(READ_FILE, "Reads one payment.", "Reads a payment.")
    w.edit(READ_FILE, "1.0.0", "1.0.1")
    w.sign_both()
    w.status("active")
    w.authors = [("tina@example.org", READ_FILE), ("robot@example.org", CANCEL_FILE)]


@scenario(INVALID, MISSING, row=6)
def an_address_of_two_people_is_that_of_both(w: World) -> None:
    w.govern("people/zoe.yaml", person("zoe", emails=["tina@example.org"]))
    w.sign_both()
    w.status("active")
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(row=6)
def who_has_agreed_adds_a_comment(w: World) -> None:
    w.sign_both()
    w.status("active")
    w.merge()
    w.now[CANCEL_FILE] = f"# Refunds are another matter.\n{w.now[CANCEL_FILE]}"
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(row=6)
def who_has_agreed_announces_the_end(w: World) -> None:
    w.sign_both()
    w.status("active")
    w.merge()
    w.status("deprecated")
    w.now[CANCEL_FILE] = f"{w.now[CANCEL_FILE]}{ENDING}"
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(MISSING, row=6)
def who_has_agreed_before_it_was_in_use_takes_it_into_use(w: World) -> None:
    w.sign_both()
    w.merge()
    w.status("approved")
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(INVALID, row=6)
def who_adds_a_comment_agrees_in_the_same_change(w: World) -> None:
    w.sign("tom", "technical")
    w.sign("bruno", "business")
    w.status("active")
    w.merge()
    w.now[CANCEL_FILE] = f"# Refunds are another matter.\n{w.now[CANCEL_FILE]}"
    w.sign("tina", "technical")
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(INVALID, MISSING, row=6)
def who_agreed_to_what_it_said_changes_it_and_signs_that(w: World) -> None:
    w.sign_both()
    w.status("active")
    w.merge()
    w.edit(CANCEL_FILE, "1.0.0", "1.0.1")
    w.sign_both()
    w.authors = [("tina@example.org", CANCEL_FILE)]


@scenario(("unknown-author", CANCEL_FILE), row=7)
def an_author_is_nobody_known(w: World) -> None:
    w.sign_both()
    w.status("active")
    w.authors = [("someone@elsewhere.org", CANCEL_FILE)]
