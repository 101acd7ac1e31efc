"""What counts as naming an endpoint, a service or a source file, and what is a coincidence."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.texts.machinery import Vault, may_name, secrets_of, spelling_of, spellings

ENDPOINT = {"service": "sst-api", "method": "PATCH", "path": "/work-permits/{workPermitId}/validity"}
SOURCE = {"source": "src/domain/workPermit/service.ts"}
VAULT = Vault(
    [("it", secret) for secret in secrets_of(ENDPOINT, SOURCE)]
    + [("search", secret) for secret in secrets_of({"service": "work", "method": "POST", "path": "/work/search"}, {})]
    + [("list", secret) for secret in secrets_of({"service": "e-mail", "method": "GET", "path": "/permits"}, {})]
)

NAMED = (
    "/work-permits/{workPermitId}/validity", "/work-permits/{id}/validity", "/work-permits/:id/validity",
    "/work-permits/<id>/validity", "/work-permits/${id}/validity", "/work-permits/{{id}}/validity",
    r"/work-permits/\{id\}/validity", "/work-permits/%7Bid%7D/validity", "/Work-Permits/{ID}/Validity",
    "work-permits/{id}/validity", "/work-permits/{id}/validity/", "/api/v2/work-permits/{id}/validity",
    "https://sst.example.com/work-permits/{id}/validity", "https://a:b@x:8443/v1/work-permits/{id}/validity?dry=1",
    "/work-permits/{id}/validity/history", "**/work-permits/{id}/validity**", "sst-api", "SST-API", "sst-api:8080",
    "http://sst-api/health", "https://sst-api.internal.example:443/", "src/domain/workPermit/service.ts",
    "./src/domain/workPermit/service.ts", "src/domain/workPermit/service.ts:42",
    "src/domain/workPermit/service.ts:42:7", "src/domain/workPermit/service.ts#L42",
    "/src/domain/workPermit/service.ts", "../../src/domain/workPermit/service.ts",
    "apps/api/src/domain/workPermit/service.ts",
    "https://github.com/acme/sst/blob/main/src/domain/workPermit/service.ts#L4-L9", "/work/search",
    "/api/v1/work/search", "v1/work/search", "https://work.example.com/work/search", "POST `/work/search`",
    "GET /permits", "GET /api/permits",
)  # fmt: skip

NOT_NAMED = (
    "work", "a work permit", "/permits", "the page /permits", "e-mail", "validity", "/validity", "/work-permits",
    "/work-permits/{id}", "/work-permits/{id}/validity-days", "/work-permits/validity",
    "/my-work-permits/{id}/validity", "POST /permits", "my-sst-api", "sst-apis", "sst api", "docs/sst-api-guide",
    "service.ts", "workPermit/service.ts", "src/domain/workPermit/service.tsx", "src/domain/workPermit",
    "work/search", "docs/work/search", "/docs/work/search", "../work/search.md", "24/7", "e/ou", "km/h",
    "{input.workPermitId}", "input.a / input.b", "https://example.com/permits", "", "/", "//", "{}", "/{}/", ":",
    "\\", "GET ", "GET /",
)  # fmt: skip

AROUND = (
    "{}",
    "See {}.",
    "({}), then",
    "`{}`",
    '"{}"',
    "[{}](x)",
    "<b>{}</b>",
    "a\n{}\nb",
    "_{}_, e",
    "{}: it",
    "«{}»",
)


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("text", NAMED)
def test_every_way_to_write_it_is_seen(text: str, around: str) -> None:
    written = around.replace("{}", text)

    assert may_name(written)
    assert len(list(VAULT.named_in(written))) == 1


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("text", NOT_NAMED)
def test_what_is_merely_alike_is_let_pass(text: str, around: str) -> None:
    assert list(VAULT.named_in(around.replace("{}", text))) == []


@pytest.mark.parametrize(
    "path", ["/permits", "/{id}", "/{a}/{b}", "/", "", "permits", "/:id"], ids=lambda path: path or "empty"
)
@pytest.mark.parametrize("service", ["work", "e-mail", "check-in", "self-service", "order.service", "Work", ""])
def test_an_everyday_word_is_no_secret(service: str, path: str) -> None:
    assert secrets_of({"service": service, "path": path}, {"source": "index.ts"}) == ()


steps = st.sampled_from(["work", "permits", "{id}", "{workPermitId}", ":id", "v1", "api", "validity", "x.ts", "a-b"])
paths = st.lists(steps, min_size=1, max_size=6).map(lambda found: "/" + "/".join(found))


@given(
    path=paths, method=st.sampled_from(["GET", "POST"]), before=st.sampled_from(["", "/api/v1", "https://x.example"])
)
def test_a_secret_is_found_in_its_own_words(path: str, method: str, before: str) -> None:
    vault = Vault(("it", secret) for secret in secrets_of({"method": method, "path": path}, {}))

    literal = [step for step in path.split("/") if step and step[0] not in "{:"]
    assert bool(list(vault.named_in(f"{method} {before}{path}"))) == bool(literal)


@given(text=st.text(alphabet="/{}:<>$\\%7BDab-_.*` \nGET~@0é", max_size=60))
def test_a_spelling_stands_where_it_says_and_reads_the_same_alone(text: str) -> None:
    for start, end, spelling in spellings(text):
        assert 0 <= start < end <= len(text)
        assert spelling_of(text[start:end]) == spelling


@pytest.mark.parametrize(
    "piece",
    ["/", "{", "}", "/{a}", "a/", "%7B", "\\{", "<", "/<a>", ":1", "GET ", "GET*", "$", "a-", "://", "{a}/b-api/"],
)
def test_no_text_takes_for_ever(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    start = time.process_time()
    list(VAULT.named_in(text))

    assert time.process_time() - start < 3
