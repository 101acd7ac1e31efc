"""Deliberate breakages of what judges approvals, each with the stories that have to end otherwise because of it."""

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import getsource, unwrap
from types import FunctionType
from typing import Any, NamedTuple


class Mutant(NamedTuple):
    """A function, a stretch of its text with what stands there instead, and the scenarios that notice."""

    name: str
    function: str
    old: str
    new: str
    noticed_by: tuple[str, ...]


AGREEING, CUSTODY, SUBJECTS = "alvara.app.agreeing:", "alvara.app.custody:", "alvara.app.subjects:"
AGREEMENT, VALIDITY, QUORUM = "alvara.approvals.agreement:", "alvara.approvals.validity:", "alvara.approvals.quorum:"
RENEWAL = "alvara.approvals.renewal:"
GOVERNANCE, SSHSIG, CANDIDATES = "alvara.model.governance:", "alvara.signatures.sshsig:", "alvara.approvals.candidates:"

MUTANTS = (
    # Who signed, with what.
    Mutant("the signature is not checked", SSHSIG + "verify", "if not _check_of(key.raw)(raw, signed):", "if False:",
           ("the_role_is_relabelled_after_signing_by_one_who_holds_both",)),
    Mutant("what follows the signature is dropped", SSHSIG + "_dearmored", "text = armor",
           "text = armor[: armor.index(_FOOT) + len(_FOOT)]", ("something_follows_the_signature",)),
    Mutant("anybody's key will do", VALIDITY + "_signing_key", "court.keyring.get(record.approver, ())",
           "[one for keys in court.keyring.values() for one in keys]", ("signed_with_the_key_of_somebody_else",)),
    Mutant("the window of the key is not looked at", VALIDITY + "_fault_of_key", "not key.window.holds(day)", "False",
           ("the_key_came_after_the_date",)),
    Mutant("revocations are not looked at", VALIDITY + "_fault_of_revocation",
           "revocation.voids(record.issued_at)", "False",
           ("a_key_is_stolen",)),
    Mutant("a revocation is always for ever", GOVERNANCE + "Revocation.voids", "moment[:10] >= self.since", "True",
           ("a_key_is_stolen_after_it_signed",)),
    Mutant("a revocation spares its own day", GOVERNANCE + "Revocation.voids", ">=", ">",
           ("a_key_is_stolen_before_it_signed",)),
    Mutant("a refusal is judged like an approval", VALIDITY + "judge",
           'record.decision != "approve" and not is_new', "False",
           ("the_role_of_one_who_refused_ends_before_that", "the_key_of_one_who_refused_ends_before_that",
            "the_delegation_of_one_who_refused_ends_before_that", "the_branch_of_a_refusal_has_another_name")),
    Mutant("a new refusal is judged like an old one", VALIDITY + "judge", " and not is_new", "",
           ("a_new_refusal_is_by_one_who_has_left",)),
    Mutant("whoever refuses is listened to", VALIDITY + "_judge_refusal",
           "not person.has_held(record.role, record.id, record.approver)", "False",
           ("one_who_lent_nothing_is_named_in_a_refusal",)),
    # Who they are.
    Mutant("whoever signs is known", VALIDITY + "_fault_of_person", 'person.kind != "human"', "False",
           ("a_program_signs_in_place_of_somebody",)),
    Mutant("roles are not asked for", GOVERNANCE + "Person.may", "one.role == role and ", "",
           ("signed_in_a_role_that_is_not_held",)),
    Mutant("a program holds roles", GOVERNANCE + "Person.may", 'self.kind == "human" and ', "",
           ("a_program_lends_its_role",)),
    Mutant("a scope is the beginning of a text", GOVERNANCE + "is_within", 'f"{scope}."', "scope",
           ("a_scope_ends_within_a_segment",)),
    Mutant("every scope is for everything", GOVERNANCE + "is_within", "scope in (EVERYTHING, id)", "True",
           ("the_approver_of_another_domain_signs",)),
    Mutant("a role never ends", GOVERNANCE + "Role.covers", "self.window.holds(day) and ", "",
           ("who_left_signs_with_todays_date",)),
    Mutant("a window has no end", GOVERNANCE + "Window.holds", "(not self.end or day <= self.end)", "True",
           ("who_left_dates_it_back_with_a_closed_key",)),
    Mutant("a delegation may last", GOVERNANCE + "Person.lets", " and d.is_short_enough", "",
           ("a_delegation_lasts_too_long",)),
    Mutant("a delegation needs nothing to lend", GOVERNANCE + "Person.lets", "and self.may(role, id, day)", "",
           ("a_delegation_of_what_is_not_held",)),
    Mutant("a delegation is to anybody", GOVERNANCE + "Person.lets", "d.to == other and ", "",
           ("a_delegation_to_somebody_else",)),
    # What they signed for.
    Mutant("the registry is not compared", VALIDITY + "_fault_of_words", "record.repository != here.registry", "False",
           ("signed_for_a_fork",)),
    Mutant("the branch is not compared", VALIDITY + "_fault_of_words", "record.target != here.target", "False",
           ("signed_for_another_branch",)),
    Mutant("the change says what registry it is", AGREEING + "_settings_before",
           "(settings_of(past.tree, seen.validators) if past is not None else None) or seen.config", "seen.config",
           ("the_registry_takes_the_name_of_another", "the_default_branch_is_changed_to_that_of_the_records")),
    Mutant("the digest is not compared", AGREEMENT + "weigh", "s.record.digest in subject.digests", "True",
           ("a_question_is_changed_after_approval",)),
    Mutant("the version is not compared", AGREEMENT + "against", "record.version != subject.version", "False",
           ("it_names_another_version_than_it_is_about",)),
    Mutant("what is announced counts for nothing", "alvara.approvals.subject:Subject.digests.fget",
           "(self.digest, self.announced_from) if self.announced_from else (self.digest,)", "(self.digest,)",
           ("an_end_is_announced_and_the_records_hold",)),
    Mutant("schemas are signed as they are written", SUBJECTS + "Definer._whole",
           "make_whole(model, self._references)", "dict(model.definition)",
           ("a_reached_part_changes_and_the_capability_is_not_touched",)),
    Mutant("steps are not part of a composite", SUBJECTS + "Definer._digest", "[body, *self.steps(body)]", "[body]",
           ("a_step_of_a_composite_changes",)),
    Mutant("the status is part of the content", "alvara.workspace.subjects:_said", 'if key != "status"', "if True",
           ("a_status_alone_changes",)),
    # When.
    Mutant("nothing expires", VALIDITY + "lapse", "record.expires_at <= now", "False", ("an_approval_expires",)),
    Mutant("it counts in its last second", VALIDITY + "lapse", "<= now", "< now",
           ("an_approval_ends_at_its_last_second",)),
    Mutant("lifetimes are not limited", AGREEMENT + "against",
           "lifetime(record) > timedelta(days=demand.max_age_days)", "False", ("it_claims_to_last_for_years",)),
    Mutant("lifetimes are counted in whole days", AGREEMENT + "against",
           "lifetime(record) > timedelta(days=demand.max_age_days)", "lifetime(record).days > demand.max_age_days",
           ("it_claims_to_last_an_hour_too_long",)),
    Mutant("old records are admitted", VALIDITY + "_fault_of_news", "record.issued_at < earliest", "False",
           ("it_is_older_than_what_is_admitted",)),
    Mutant("a new record may be of a closed key", VALIDITY + "_fault_of_news", "not key.window.holds(today)", "False",
           ("who_left_dates_it_back_with_a_closed_key", "a_record_is_parked_that_nothing_uses")),
    Mutant("a new record may be of a closed role", VALIDITY + "_fault_of_news",
           "_fault_of_person(record, court.governance, today)", "None", ("who_left_dates_it_back_with_a_closed_role",)),
    Mutant("old records are judged as new", VALIDITY + "judge", "fault is None and is_new", "fault is None",
           ("what_was_signed_before_leaving_lives_on",)),
    Mutant("the future counts", VALIDITY + "_fault_of_words", "record.issued_at > here.latest", "False",
           ("it_is_dated_in_the_future", "what_is_of_tomorrow_does_not_count_yesterday")),
    Mutant("what is not committed may not be later", AGREEING + "_standings",
           "seen.uncommitted(ahead) if ahead else frozenset()", "frozenset()",
           ("it_is_later_than_the_last_commit_and_not_committed",)),
    Mutant("all records are old", AGREEING + "_standings", "past is not None and r.path not in past.blobs", "False",
           ("it_is_older_than_what_is_admitted", "an_approval_of_what_is_not_here")),
    # Again.
    Mutant("copies are not looked for", RENEWAL + "_unless_first", "standing.record.path == first.record.path", "True",
           ("copies_of_what_is_short_count_once",)),
    Mutant("approvals may be gathered", RENEWAL + "said_already", "is_ending(record.expires_at, moment)", "True",
           ("it_is_signed_again_while_it_holds_for_long", "two_of_one_person_come_at_once")),
    Mutant("a month is a day less", RENEWAL + "is_ending", ">=", ">", ("it_is_signed_again_a_month_before_the_end",)),
    Mutant("a date tells what came first", RENEWAL + "_order", "standing.is_new", "False",
           ("what_is_brought_at_once_is_dated_before_what_others_have",)),
    Mutant("who signed at a lower risk has signed", RENEWAL + "earlier", "had.reaches(record.risk)", "True",
           ("what_had_to_be_signed_again_need_not_have_been_for_the_next_release",)),
    Mutant("who signed under other policies has signed", RENEWAL + "earlier",
           "set(had.guards) <= set(record.guards)", "True",
           ("what_had_to_be_signed_again_need_not_have_been_for_the_next_release",)),
    Mutant("there is no name for what is signed again", "alvara.model.approval:Approval.is_at_home.fget",
           "self.home in first_names(self.path)", "self.home == self.path", ("both_renew_after_the_end",)),
    # How many.
    Mutant("one person may fill two slots", QUORUM + "_is_free", "zip(voice.bearers, had.bearers, strict=True)",
           "zip(voice.bearers[1:], had.bearers[1:], strict=True)", ("one_person_has_two_keys_and_two_seats",)),
    Mutant("two may share a seat", QUORUM + "_is_free", "zip(voice.bearers, had.bearers, strict=True)",
           "zip(voice.bearers[::2], had.bearers[::2], strict=True)", ("delegate_and_owner_share_a_seat",)),
    Mutant("two may share a key", QUORUM + "_is_free", "zip(voice.bearers, had.bearers, strict=True)",
           "zip(voice.bearers[:2], had.bearers[:2], strict=True)", ("one_key_belongs_to_two_people",)),
    Mutant("the first that fits is taken", QUORUM + "_Search.look",
           "if self._left <= 0 or len(taken) + len(slots) <= len(self.best):", "if True:",
           ("whoever_comes_first_is_needed_elsewhere",)),
    Mutant("a slot is filled by any role", QUORUM + "fill", "if voice.role == role]", "]", ("two_sign_as_technical",)),
    Mutant("a slot may stay empty", AGREEMENT + "Agreement.satisfied.fget", "all(", "any(",
           ("only_technical_signs",)),
    Mutant("proposers may agree", AGREEMENT + "weigh", "authors |= people_in(subject.proposers, governance)", "pass",
           ("the_proposer_signs",)),
    Mutant("a team is nobody", AGREEMENT + "people_in", ", *governance.teams.get(name, ())", ",",
           ("a_team_proposes_and_one_of_it_signs",)),
    Mutant("authors may agree", AGREEING + "_weighed", "governance, seen.now, people)", "governance, seen.now)",
           ("the_author_by_git_signs",)),
    Mutant("whoever agreed may take it into use themselves", AGREEING + "_agreed_before",
           "if before.facts.status in BEYOND_REVIEW.get(before.facts.kind, ())", "if True",
           ("who_has_agreed_before_it_was_in_use_takes_it_into_use",)),
    Mutant("an author agrees once it is in use", AGREEING + "_who_agreed", "not s.is_new and ", "",
           ("who_adds_a_comment_agrees_in_the_same_change",)),
    Mutant("authors of what is reached may agree", AGREEING + "_touched", "own | uses", "own",
           ("the_author_of_a_schema_that_it_reaches_signs",)),
    Mutant("an author may lend their seat", AGREEMENT + "against", '(record.seat, "onBehalfOf")', "",
           ("somebody_signs_in_place_of_the_proposer",)),
    Mutant("strangers are nobody", AGREEING + "_weighed", "if subject.is_due:", "if False:",
           ("an_author_is_nobody_known",)),
    Mutant("a refusal is not heard", AGREEMENT + "Agreement.satisfied.fget", "not self.refusals and ", "",
           ("one_rejects_and_then_approves", "an_approval_is_revoked")),
    Mutant("anybody's refusal is heard", AGREEMENT + "weigh", ' and s.fault is None', "",
           ("whoever_may_not_approve_may_not_reject",)),
    # At which level.
    Mutant("the risk of a record does not matter", AGREEMENT + "against", "not record.reaches(level.risk)", "False",
           ("the_risk_is_lowered_and_signed_as_what_it_is_now",)),
    Mutant("the risk that it had does not matter", AGREEMENT + "level_of", "subject.recorded, ", "",
           ("the_risk_is_lowered_to_what_nobody_signs",)),
    Mutant("floors of actions do not matter", AGREEMENT + "level_of", "subject.recorded, floor)", "subject.recorded)",
           ("an_action_is_approved_below_its_floor",)),
    Mutant("the ledger is not asked", CANDIDATES + "known_risks", "_released(view, ledger)", "()",
           ("only_the_ledger_remembers_the_risk",)),
    Mutant("what has ended is forgotten", CANDIDATES + "_released", "ledger.gone()", "{}",
           ("what_was_high_ends_and_its_next_major_is_lower",)),
    Mutant("other majors are not asked", CANDIDATES + "known_risks", "if entity.status in PUBLISHED:", "if False:",
           ("a_second_major_has_a_lower_risk",)),
    Mutant("a level that is not named asks for nothing", GOVERNANCE + "Governance.demand",
           "reversed(RISKS[: RISKS.index(risk) + 1])", "(risk,)", ("a_level_that_is_not_named_takes_that_below",)),
    Mutant("what is deprecated needs nobody", "alvara.approvals.subject:Subject.is_due.fget",
           "self.status in BEYOND_REVIEW[self.kind]", 'self.status in ("approved", "active")',
           ("an_end_is_announced_and_something_else_changes",)),
    Mutant("without a policy nobody is asked", AGREEING + "agree", "governance is None or not governance.levels",
           "governance is None", ("people_without_a_policy_let_nothing_through",)),
    # Guards.
    Mutant("guards are not looked at", AGREEMENT + "against", "unguarded(record, subject.attached)", '""',
           ("a_policy_decides_otherwise", "a_policy_that_allows_is_added")),
    Mutant("a guard may go", AGREEMENT + "unguarded", "if guard.id not in now:\\n",
           "if guard.id not in now:\\n            continue\\n        if False:\\n",
           ("a_policy_is_dropped_under_an_approved_capability",)),
    Mutant("a guard may change", AGREEMENT + "unguarded", "guard.digest not in now[guard.id]", "False",
           ("a_policy_asks_instead_of_refusing",)),
    Mutant("what allows may come", AGREEMENT + "unguarded", "policy.opens and ", "False and ",
           ("a_policy_that_allows_is_added", "a_second_major_of_a_policy_allows_more")),
    Mutant("all that comes voids", AGREEMENT + "unguarded", "policy.opens and ", "",
           ("a_policy_that_refuses_is_added",)),
    Mutant("old names of guards are forgotten", AGREEMENT + "unguarded",
           "for name in (policy.id, *policy.aliases):\\n            now", "for name in (policy.id,):\\n            now",
           ("a_policy_is_renamed_and_keeps_its_old_name",)),
    Mutant("the reason of a policy guards", "alvara.approvals.subject:guard_digest", "key in _DECIDING_PART",
           "key in policy", ("a_policy_gives_its_reason_in_other_words",)),
    # Whose governance.
    Mutant("a change judges itself", AGREEING + "_judging", "past is not None and past.governing(seen.config)",
           "False", ("a_change_enrols_somebody_and_takes_their_word", "a_change_asks_for_nobody_and_approves")),
    Mutant("mixing is fine", CUSTODY + "Custody.changes", "if kinds[path] in GOVERNING", "if False",
           ("a_change_enrols_somebody_and_takes_their_word",)),
    Mutant("schemas are no content", CUSTODY + "Custody.changes", " or path in self.sight.used", "",
           ("a_change_of_governance_brings_a_schema",)),
    Mutant("records may go", CUSTODY + "Custody.rewritten", "self.sight.blobs.get(path) != past.blobs[path]", "False",
           ("a_revocation_is_deleted", "an_approval_is_deleted")),
    Mutant("layout is content", CUSTODY + "Custody._says_the_same", "now.value == before.value", "False",
           ("governance_is_written_otherwise", "a_checkout_brings_other_line_ends")),
    Mutant("content is layout", CUSTODY + "Custody._says_the_same", "now.value == before.value", "True",
           ("a_revocation_is_edited",)),
    Mutant("governance that cannot be read is none", AGREEING + "_judging", "return None, Doubt",
           "return None, None and Doubt", ("the_base_cannot_be_read_and_nothing_is_due",)),
    Mutant("people may go", "alvara.approvals.erasure:_of_person", "if _identity(key) not in keys:", "if False:",
           ("a_key_is_exchanged_under_its_name",)),
    Mutant("revocations may go", "alvara.approvals.erasure:erased", "for revoked in before.revocations:",
           "for revoked in ():", ("a_stolen_key_is_good_again", "a_stolen_key_is_good_for_longer")),
)  # fmt: skip


EQUIVALENT = {
    "the purpose is not compared": "what is signed is put together with the purpose that is asked for",
    "the subject's name is not compared": "the ID is part of the digest; a kind has other keys, so that none has two",
}
"""Breakages that nothing can notice, each with the reason."""


@contextmanager
def applied(mutant: Mutant) -> Iterator[None]:
    """Break a function for a while, wherever it is known already."""
    function = _function(mutant.function)
    source = textwrap.dedent(getsource(function))
    old = mutant.old.replace("\\n", "\n")
    assert source.count(old) == 1, f"{mutant.name}: {old!r} stands {source.count(old)} times in {mutant.function}"
    source = source.replace(old, mutant.new.replace("\\n", "\n"))
    lines = source.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("def "))
    made: dict[str, Any] = {}
    exec(compile("\n".join(lines[start:]), mutant.name, "exec"), function.__globals__, made)
    kept, function.__code__ = function.__code__, made[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = kept


def _function(name: str) -> FunctionType:
    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for step in path.split("."):
        found = getattr(found, step)
    found = unwrap(found)
    assert isinstance(found, FunctionType)
    return found
