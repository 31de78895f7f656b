"""An OpenAI-compatible endpoint on loopback with canned answers, good or bad, that keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Asked = dict[str, Any]
Reply = str | dict[str, Any] | int | Callable[[Asked], "str | dict[str, Any] | int"]
"""A text, an object sent as JSON text, an HTTP status, or what a function of the request gives."""


class LocalModel:
    """``replies`` are given in order, the last one for ever; ``asked`` holds the requests, ``keys`` their credentials."""

    def __init__(self, *replies: Reply) -> None:
        self.replies: deque[Reply] = deque(replies)
        self.asked: list[Asked] = []
        self.keys: list[str] = []
        self.url = ""

    def reply(self, asked: Asked) -> str | dict[str, Any] | int:
        """The next reply."""
        self.asked.append(asked)
        script = self.replies.popleft() if len(self.replies) > 1 else self.replies[0]
        return script(asked) if callable(script) else script

    def said(self, number: int = -1) -> str:
        """All that was sent in a request."""
        return "\n".join(str(m["content"]) for m in self.asked[number]["messages"])


@contextmanager
def serving(*replies: Reply) -> Generator[LocalModel]:
    """The endpoint, until the end of the block."""
    model = LocalModel(*replies)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            model.keys.append(self.headers.get("authorization", ""))
            reply = model.reply(asked)
            status, body = (reply, {"error": {"message": "no"}}) if isinstance(reply, int) else (200, _completion(reply))
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing goes to the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _completion(reply: str | dict[str, Any]) -> dict[str, Any]:
    text = reply if isinstance(reply, str) else json.dumps(reply)
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "canned",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100},
    }
