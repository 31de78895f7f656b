"""Embedders, one contract for all; and the search that is moved by what texts mean."""

from __future__ import annotations

import importlib.util
import json
import math
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from awm_mcp.app.catalogue.selection import with_meaning
from awm_mcp.config import Settings
from awm_mcp.errors import Unavailable
from awm_mcp.memory.by_meaning import FinderByMeaning
from awm_mcp.memory.embedder import Embedder, cosine, unit
from awm_mcp.memory.embedder_endpoint import EndpointEmbedder
from awm_mcp.memory.embedder_fake import FakeEmbedder
from awm_mcp.memory.embedder_local import LocalEmbedder
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Evidence, Workflow, value

SITE = "shop.example"
NO_LOCAL = pytest.mark.skipif(
    importlib.util.find_spec("wordllama") is None, reason="the extra [embeddings] is not installed"
)
GROUPS = ("extend renew prolong", "loan borrowing", "parcel shipment")


class Endpoint:
    """An OpenAI-compatible ``/embeddings`` on loopback: the fake's vectors, not at length 1 and out of order."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.status = 200
        self.short = 0
        self.url = ""


@contextmanager
def serving() -> Generator[Endpoint]:
    endpoint, vectors = Endpoint(), FakeEmbedder(*GROUPS)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            endpoint.asked.append(asked)
            endpoint.paths.append(self.path)
            rows = [
                {"object": "embedding", "index": n, "embedding": [3 * x for x in vectors._vector(text)]}  # pyright: ignore[reportPrivateUsage]
                for n, text in enumerate(asked["input"])
            ]
            body = {"object": "list", "model": "m", "data": rows[::-1][endpoint.short :], "usage": _USED}
            data = json.dumps(body if endpoint.status == 200 else {"error": {"message": "no"}}).encode()
            self.send_response(endpoint.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing goes to the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


_USED = {"prompt_tokens": 1, "total_tokens": 1}


@pytest.fixture(params=["fake", "endpoint", pytest.param("local", marks=NO_LOCAL)])
def embedder(request: pytest.FixtureRequest) -> Generator[Embedder]:
    if request.param == "fake":
        yield FakeEmbedder(*GROUPS)
    elif request.param == "local":
        yield LocalEmbedder()
    else:
        with serving() as endpoint:
            yield EndpointEmbedder("k", endpoint.url, "m")


async def test_every_text_gets_a_vector_of_one_length_and_size_one_in_its_place(embedder: Embedder) -> None:
    texts = ["Renew the loan of a book", "Find the price of a lamp", "", "Renew the loan of a book"]
    vectors = await embedder.embed(texts)
    assert len(vectors) == 4 and len({len(vector) for vector in vectors}) == 1
    assert [math.hypot(*vector) for vector in vectors[:2]] == pytest.approx([1.0, 1.0], abs=1e-3)
    assert list(vectors[0]) == pytest.approx(list(vectors[3]), abs=1e-5)


async def test_texts_that_mean_the_same_are_alike_and_others_are_not(embedder: Embedder) -> None:
    one, same, other = await embedder.embed(
        ["extend the loan of a book", "renew the borrowing of a book", "Rotate the deploy token"]
    )
    assert cosine(one, same) >= embedder.alike > cosine(one, other)


async def test_no_texts_are_no_vectors(embedder: Embedder) -> None:
    assert list(await embedder.embed([])) == []


@pytest.mark.parametrize(("status", "short"), [(401, 0), (500, 0), (200, 1)])
async def test_an_endpoint_that_refuses_or_answers_too_little_is_unavailable(status: int, short: int) -> None:
    with serving() as endpoint:
        endpoint.status, endpoint.short = status, short
        with pytest.raises(Unavailable) as caught:
            await EndpointEmbedder("k", endpoint.url, "m").embed(["a", "b"])
    assert "AWM_EMBEDDING_MODEL" in caught.value.next


async def test_an_endpoint_is_asked_in_the_way_of_openai_for_the_chosen_model() -> None:
    with serving() as endpoint:
        settings = Settings(embeddings="endpoint", embedding_model="small", OPENAI_BASE_URL=endpoint.url)  # type: ignore[call-arg]
        memory = with_meaning(await stocked(), settings)
        await memory.finder.search("prolong my borrowing", site=SITE)
    assert endpoint.paths == ["/v1/embeddings"]
    assert endpoint.asked[0]["model"] == "small" and endpoint.asked[0]["input"][0] == "prolong my borrowing"


async def test_without_the_setting_nothing_is_asked_and_the_memory_is_the_same() -> None:
    memory = await stocked()
    assert with_meaning(memory, Settings()) is memory


def test_a_vector_of_zeros_has_no_direction() -> None:
    assert unit([0.0, 0.0]) == [0.0, 0.0] and unit([3.0, 4.0]) == [0.6, 0.8]


# -- searching by meaning


def flow(name: str, title: str, *tasks: str) -> Workflow:
    return Workflow(
        name=name, title=title, site=SITE, start=value("/"), steps=(), state="verified", evidence=Evidence(tasks=tasks)
    )


async def stocked() -> FakeMemory:
    memory = FakeMemory()
    for one in (
        flow("library_renew_loan", "Renew a loan", "Renew the loan"),
        flow("shop_track_shipment", "Track a shipment", "Where is the shipment"),
        flow("shop_find_price", "Find the price of a lamp", "Find the price of a lamp"),
    ):
        await memory.workflows.save(one)
    return memory


async def found(text: str, embedder: Embedder, site: str | None = SITE, limit: int = 10) -> Sequence[tuple[str, bool]]:
    memory = await stocked()
    hits = await FinderByMeaning(memory.finder, memory.workflows, embedder).search(text, site=site, limit=limit)
    return [(hit.workflow.name, hit.alike) for hit in hits]


async def test_a_workflow_without_a_word_in_common_is_found_by_what_it_means() -> None:
    assert (await found("prolong borrowing", FakeEmbedder(*GROUPS)))[0] == ("library_renew_loan", True)
    assert await found("prolong borrowing", FakeEmbedder()) == []


async def test_words_that_say_it_exactly_stay_in_front_of_meaning() -> None:
    hits = await found("Find the price of a lamp", FakeEmbedder("find price lamp where shipment"))
    assert hits[0][0] == "shop_find_price"


async def test_a_broken_embedder_leaves_the_search_by_words(caplog: pytest.LogCaptureFixture) -> None:
    assert [name for name, _ in await found("price of a lamp", FakeEmbedder(broken=True))] == ["shop_find_price"]
    assert "searched by words only" in caplog.text


async def test_the_texts_of_workflows_are_embedded_once() -> None:
    memory, embedder = await stocked(), FakeEmbedder(*GROUPS)
    finder = FinderByMeaning(memory.finder, memory.workflows, embedder)
    for _ in range(3):
        await finder.search("prolong borrowing", site=SITE)
    assert embedder.asked == 3 + 3


@pytest.mark.parametrize("text", ["", "   ", "?!", "𝒳" * 9000])
@pytest.mark.parametrize("limit", [0, 1])
async def test_any_text_and_limit_is_a_fair_question(text: str, limit: int) -> None:
    assert len(await found(text, FakeEmbedder(*GROUPS), limit=limit)) <= limit
