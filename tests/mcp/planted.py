"""This repository's registry with secrets in every place that no model may see."""

from json import dumps, loads
from typing import Any

from alvara.registry.holdings import Holdings
from alvara.runtime.registry import Registry
from tests.mcp.serving import this_registry
from tests.registry.reduced import pairs_in

SECRETS = tuple(f"secret{number}xyz" for number in range(9))


def planted() -> Registry:
    """Put a secret into the endpoint, the implementation, the authorization, the verification and the like."""
    holdings: Holdings = this_registry()._holdings
    encoded = {
        kind: {stem: _with_secrets(kind, loads(data)) for stem, data in held.items()}
        for kind, held in holdings._encoded.items()
    }
    pairs = pairs_in(holdings)
    return Registry(Holdings(holdings.about, encoded, holdings._knowledge, lambda: pairs, holdings.following))


def _with_secrets(kind: str, body: dict[str, Any]) -> bytes:
    if kind == "capability":
        if "endpoint" in body:
            body["endpoint"] = {"service": SECRETS[0], "method": "GET", "path": f"/{SECRETS[1]}"}
            body["implementation"] = {"module": SECRETS[2], "function": SECRETS[3]}
        body["verification"] = {"enabled": True, "method": "custom", "capability": SECRETS[4]}
        body["observability"] = {"redact": [f"/{SECRETS[5]}"]}
    elif kind == "resource":
        body |= {"apiRefs": [SECRETS[6]], "sourceRefs": [{"path": SECRETS[7]}], "metadata": {"x": SECRETS[8]}}
        body["recordPath"] = f"/{SECRETS[8]}"
        body["relations"] = [
            *body.get("relations", ()), {"type": "EXPOSED_BY", "target": SECRETS[6], "confidence": "VERIFIED"},
            {"type": "IMPLEMENTED_BY", "target": SECRETS[7], "confidence": "VERIFIED"},
        ]  # fmt: skip
    return dumps(body).encode()
