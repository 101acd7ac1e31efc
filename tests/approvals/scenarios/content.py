"""What is signed: content that changes afterwards, or comes back, and what may change under an approval."""

from tests.approvals.registry import (
    CANCEL_FILE,
    COPY,
    COPY_FILE,
    COPY_TEXT,
    DOMAIN_FILE,
    PAGE_FILE,
    READ_FILE,
    SCHEMA_FILE,
)
from tests.approvals.scenario import INVALID, MISSING, ONE_PARKED, PARKED, UNBUMPED, scenario
from tests.approvals.world import World

SECOND_FILE = CANCEL_FILE.replace(".yaml", ".v2.yaml")
MISSING_COPY = ("approval-missing", COPY_FILE)


def next_version(w: World, version: str = "1.1.0") -> None:
    """Bring the capability to another version."""
    text = str(w.now[CANCEL_FILE])
    was = next(line for line in text.splitlines() if line.startswith("version: "))
    w.edit(CANCEL_FILE, was, f'version: "{version}"')


@scenario(MISSING, UNBUMPED, row=8)
def a_question_is_changed_after_approval(w: World) -> None:
    w.stand()
    w.edit(CANCEL_FILE, "for good?", "and pay it back?")


@scenario(MISSING, PARKED, row=8)
def a_question_is_changed_after_signing(w: World) -> None:
    w.sign_both()
    w.edit(CANCEL_FILE, "Cancel payment {input.paymentId} for good?", "Go on with {input.paymentId}?")
    w.status("active")


@scenario(row=8)
def a_new_version_is_signed_anew(w: World) -> None:
    w.stand()
    w.edit(CANCEL_FILE, "Cancel payment {input.paymentId} for good?", "Really cancel payment {input.paymentId}?")
    next_version(w, "1.0.1")
    w.sign_both()


@scenario(MISSING, row=8)
def a_new_version_is_not_signed(w: World) -> None:
    w.stand()
    next_version(w, "1.0.1")


@scenario(MISSING, row=9)
def a_reached_part_of_a_shared_schema_changes(w: World) -> None:
    w.stand()
    w.edit(SCHEMA_FILE, '"maxLength": 20', '"maxLength": 2000')
    next_version(w)


@scenario(MISSING, UNBUMPED, row=9)
def a_reached_part_changes_and_the_capability_is_not_touched(w: World) -> None:
    w.stand()
    w.edit(SCHEMA_FILE, '"maxLength": 20', '"maxLength": 2000')


@scenario(row=9)
def an_unrelated_part_of_a_shared_schema_changes(w: World) -> None:
    w.stand()
    w.edit(SCHEMA_FILE, '"maxLength": 100', '"maxLength": 2000')


@scenario(row=9)
def a_page_and_a_comment_change(w: World) -> None:
    w.stand()
    w.edit(PAGE_FILE, "What is paid.", "Cancel whatever you like.")
    w.edit(CANCEL_FILE, "id: payment.cancel", "# For the shop.\nid: payment.cancel")


@scenario(("version-went-back", CANCEL_FILE), row=10)
def the_old_version_comes_back(w: World) -> None:
    w.stand()
    old = w.now[CANCEL_FILE]
    next_version(w, "1.0.1")
    w.sign_both()
    w.merge()
    w.now[CANCEL_FILE] = old


@scenario(MISSING, row=11)
def the_old_text_comes_back_as_a_new_version(w: World) -> None:
    w.stand()
    w.edit(CANCEL_FILE, "for good?", "now?")
    next_version(w, "1.0.1")
    w.sign_both()
    w.merge()
    w.edit(CANCEL_FILE, "now?", "for good?")
    next_version(w, "1.0.2")


def any_risk(w: World) -> None:
    """Make it something whose risk may be lowered, in the base as well."""
    for files in (w.base, w.now):
        assert files is not None
        files[CANCEL_FILE] = str(files[CANCEL_FILE]).replace("action: cancel", "action: custom")


@scenario(MISSING, row=12)
def the_risk_is_lowered_to_what_nobody_signs(w: World) -> None:
    any_risk(w)
    w.stand()
    w.edit(CANCEL_FILE, "risk: high", "risk: medium")
    next_version(w)


@scenario(INVALID, MISSING, row=12)
def the_risk_is_lowered_and_signed_as_what_it_is_now(w: World) -> None:
    any_risk(w)
    w.stand()
    w.edit(CANCEL_FILE, "risk: high", "risk: medium")
    next_version(w)
    w.sign_both()


@scenario(row=12)
def the_risk_is_lowered_by_those_who_had_to_agree(w: World) -> None:
    any_risk(w)
    w.stand()
    w.edit(CANCEL_FILE, "risk: high", "risk: medium")
    next_version(w)
    w.sign_both(risk="high")


@scenario(MISSING, row=12)
def the_risk_is_lower_than_in_the_last_release(w: World) -> None:
    any_risk(w)
    w.stand()
    w.published = dict(w.now)
    w.edit(CANCEL_FILE, "risk: high", "risk: medium")
    next_version(w)
    w.merge()


@scenario(("approval-missing", SECOND_FILE), row=12)
def a_second_major_has_a_lower_risk(w: World) -> None:
    any_risk(w)
    w.stand()
    text = str(w.now[CANCEL_FILE]).replace("1.0.0", "2.0.0").replace("risk: high", "risk: medium")
    w.now[SECOND_FILE] = text.replace("status: active", "status: review")
    w.merge()
    w.status("approved", SECOND_FILE)


@scenario(("wrong-shape", CANCEL_FILE), row=13)
def the_risk_is_no_risk(w: World) -> None:
    w.sign_both()
    w.edit(CANCEL_FILE, "risk: high", 'risk: "High "')
    w.status("active")


@scenario(("wrong-shape", CANCEL_FILE), row=13)
def the_risk_is_null(w: World) -> None:
    w.sign_both()
    w.edit(CANCEL_FILE, "risk: high", "risk: null")
    w.status("active")


@scenario(("wrong-shape", CANCEL_FILE), row=13)
def the_risk_is_not_there(w: World) -> None:
    w.sign_both()
    w.edit(CANCEL_FILE, "risk: high\n", "")
    w.status("active")


@scenario(row=31)
def it_is_written_otherwise(w: World) -> None:
    w.stand()
    text = str(w.now[CANCEL_FILE])
    text = text.replace("permissions: [payment.cancel]", "permissions: ['payment.cancel']")
    lines = text.replace("risk: high\n", "").splitlines()
    w.now[CANCEL_FILE] = "\r\n".join(["risk: high  # as agreed", *lines]) + "\r\n"


@scenario(row=31)
def a_checkout_brings_other_line_ends(w: World) -> None:
    w.stand()
    for path, text in w.now.items():
        if path.endswith(".yaml"):
            w.now[path] = str(text).replace("\n", "\r\n")


@scenario(row=31)
def a_status_alone_changes(w: World) -> None:
    w.stand("approved")
    w.status("active")


@scenario()
def defaults_are_written_out(w: World) -> None:
    w.stand()
    w.edit(CANCEL_FILE, "type: object\n  additional", "type: object\n  additional")
    w.edit(CANCEL_FILE, "id: payment.cancel", "id: payment.cancel\ntype: atomic\ndomain: payment")


@scenario(MISSING, UNBUMPED)
def what_its_domain_lends_it_changes(w: World) -> None:
    w.stand()
    w.edit(DOMAIN_FILE, "timeoutMs: 4000", "timeoutMs: 60000")


@scenario(MISSING)
def the_end_of_somebody_who_proposed_is_left_out(w: World) -> None:
    w.stand()
    w.edit(CANCEL_FILE, "proposedBy: [ana]\n", "")
    next_version(w, "1.0.1")


def composite(w: World) -> None:
    """Have a composite that everybody has agreed on."""
    for files in (w.base, w.now):
        assert files is not None
        files[COPY_FILE] = COPY_TEXT
    about = w.subject(COPY)
    w.sign_both(about=about)
    w.status("active", COPY_FILE)
    w.merge()


@scenario()
def a_composite_is_agreed_on(w: World) -> None:
    composite(w)


@scenario(MISSING_COPY)
def a_step_of_a_composite_changes(w: World) -> None:
    composite(w)
    w.edit(READ_FILE, "maxLength: 20", "maxLength: 40")
    w.edit(READ_FILE, "1.0.0", "1.1.0")


@scenario(MISSING, ONE_PARKED)
def one_signs_before_the_last_change(w: World) -> None:
    w.sign("tina", "technical")
    w.edit(CANCEL_FILE, "for good?", "now?")
    w.sign("bruno", "business")
    w.status("active")
