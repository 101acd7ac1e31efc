"""Definitions that have every key between them, and share what they say in every way that there is."""

from unicodedata import normalize

from tests.compare.definitions import DEPRECATION, of_kind, path_of, placed
from tests.compare.revisions import written

_SENT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["place"],
    "$defs": {"part": {"type": "object", "title": "A part", "properties": {"parts": {"$ref": "#/$defs/list"}}},
              "list": {"type": "array", "items": {"$ref": "#/$defs/part"}}},
    "properties": {
        "other": {"$ref": "../../schemas/place.json#/$defs/place", "required": ["floor"]},
        "place": {"$ref": "../../schemas/place.json#/$defs/place", "description": "Where it is to be done."},
        "part": {"$ref": "#/$defs/part"},
        "count": {"type": "number", "multipleOf": 0.5, "minimum": 1.0},
    },
}  # fmt: skip
_CONDITION = {"id": "long", "expr": "input.count > 2", "text": {"en": "It is long.", "pt-BR": "É longo."}}
_DENIAL = {"appliesTo": {"capabilities": ["workPermit.*"], "risk": ["medium"]}, "when": {"all": [_CONDITION]}}
_MAJOR = of_kind(
    "capability", version="2.0.0", domain="workPermit", type="atomic", action="update", risk="medium",
    proposedBy=["ana"], synonyms={"en": ["area"]}, examples={"en": ["Show the area."]}, aliases=["workPermit.area"],
    semanticIds=["workPermit"], knowledgeReferences=["docs/zone"], target={"resource": "workPermit"},
    inputSchema=_SENT, outputSchema={"$ref": "../../schemas/place.json#/$defs/place"}, owner=None,
    effects=[], postconditions=[{"id": "kept", "expr": "output.floor == input.place.floor"}],
    preconditions=[{"id": "known", "expr": "input.count > 1", "error": "ZONE_OWN", "text": "It is known."}],
    confirmation={"required": True, "when": {"any": [_CONDITION]}, "messageTemplate": "Sure?", "ttlSeconds": 60},
    execution={"idempotent": True, "idempotencyStrategy": "natural", "retry": {"enabled": True, "maxAttempts": 2}},
    verification={"enabled": True, "method": "read-after-write", "capability": "workPermit.list"},
    errors=[{"code": "ZONE_OWN", "category": "business", "message": "It is closed."}],
    observability={"redact": ["/input/place"]}, description=normalize("NFD", "Sets the zone: a área."), name="Zone",
)  # fmt: skip
_OLD = of_kind("capability", knowledgeReferences=None, knowledgeRefs=["docs/zone", "docs/zone"], owner=None,
               status="deprecated", deprecation=DEPRECATION)  # fmt: skip
_BOTH = of_kind("capability", id="workPermit.both", type="composite", action="navigate", endpoint=None,
                implementation=None, navigation={"page": "zones"}, output={"a": "steps.list.output.a"},
                steps=[{"id": "list", "capability": "workPermit.list"}])  # fmt: skip
_FIELD = of_kind(
    "resource", owner="permits-team", parentId="workPermit", aliases=["workPermit.area"], examples={"en": ["A3"]},
    synonyms={"en": ["area"]}, knowledgeReferences=["docs/zone"], policyRefs=["workPermit.zone"],
    capabilityRefs=["workPermit.zone", {"ref": "workPermit.list", "confidence": "VERIFIED"}], uiRefs=["ui.zones"],
    apiRefs=["api.zones"], sourceRefs=[{"path": "src/zones.ts", "symbol": "Zone"}], recordPath="/zone",
    relations=[{"type": "RELATED_TO", "target": "workPermit"}], confidence="VERIFIED", metadata={"any": {"1": [1.0]}},
    valueSchema={"$ref": "../../schemas/place.json#/$defs/place/properties/floor"}, values={"A": {"en": "First"}},
    description="Where it is.",
)  # fmt: skip
_RECORD = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "zone": {"$ref": "../schemas/place.json#/$defs/place"}},
}
_OTHERS = [
    {"id": "site", "type": "entity", "name": "Site", "recordSchema": _RECORD, "recordVersion": "/id"},
    {"id": "site.gone", "type": "field", "name": "Gone", "status": "deprecated", "deprecation": DEPRECATION},
    {"id": "site.plain", "type": "field", "name": "Plain", "knowledgeRefs": ["docs/zone"],
     "knowledgeReferences": ["docs/b"]},
]  # fmt: skip
_PLACE = {
    "$defs": {
        "place": {
            "type": "object", "title": "A place", "description": "Anywhere in the plant.",
            "properties": {"floor": {"$ref": "#/$defs/floor"}, "near": {"$ref": "#/$defs/place"}},
        },
        "floor": {"$anchor": "floor", "type": "integer", "maximum": 9, "description": "Counted from the ground."},
    }
}  # fmt: skip
_PATH = path_of("capability")

SHARING = {
    _PATH: written(_MAJOR),
    _PATH.replace(".yaml", ".v1.yaml"): written(_OLD),
    **placed("capability", _BOTH),
    **placed("resource", _FIELD),
    **placed("policy", of_kind("policy", **_DENIAL),
             of_kind("policy", id="workPermit.open", effect="allow", expires="2027-06-30", status="deprecated",
                     deprecation=DEPRECATION)),
    "capabilities/work-permit/domain.yaml": written({
        "owner": "zones-team", "errors": [{"code": "SHARED", "category": "system", "message": "It is down."}],
        "execution": {"write": {"timeoutMs": 900}, "read": {"retry": {"enabled": True, "maxAttempts": 2}}},
    }),
    "semantic-ids/site.yaml": written({"resources": _OTHERS}),
    "semantic-ids/ui/zones.yaml": written({"id": "ui.zones", "type": "page", "name": "Zones"}),
    "semantic-ids/api/zones.yaml": written({"id": "api.zones", "type": "api", "name": "Zones"}),
    "schemas/place.json": written(_PLACE),
    "docs/b.md": "# B\n",
}  # fmt: skip
