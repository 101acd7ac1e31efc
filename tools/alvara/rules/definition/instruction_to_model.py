"""instruction-to-model."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.texts.hidden import without_hidden
from alvara.texts.orders import order_in
from alvara.workspace.setting import Setting
from alvara.workspace.visible_texts import remarkable


@rule("instruction-to-model", on=(Capability, Resource, Policy, Page), waivable=False)
def instruction_to_model(definition: Capability | Resource | Policy | Page, setting: Setting) -> Iterator[Finding]:
    """A text gives orders to the model that reads it.

    ## Why is this bad?
    Names, descriptions, values and examples become part of a model's prompt. A text that tells it to forget its
    instructions, to hide something from the user, to skip a confirmation or to prefer one capability to all others
    works on every conversation, whoever has written it and whatever for. What may be done is decided by policies,
    confirmations and risk, where it can be tested, and never by prose.

    ## How to fix
    Say what the thing is or does, in the third person, and leave out what the model is to do. Where an order is truly
    needed, write it as a policy, a precondition or a confirmation.
    """
    for passage in setting.once(remarkable, definition):
        if not passage.is_code and (order := order_in(passage.text)):
            quoted = " ".join(without_hidden(passage.text[order.start : order.end]).split())
            yield Finding(passage.site(order.start, order.end), f"the text {order.meaning}: `{quoted}`")
