"""An entry that was not sent and stands in a list of the site: a page that shows its own unsent queue as the site's.

The page is opened once more, without what the browser keeps of the entry. Where the list comes then as the site has it,
with rows beside the entry that the site's own answers hold, and the entry is not among them, the site does not have it.
Lists that the page keeps itself come without any of these rows.
"""

from __future__ import annotations

import json
import logging
import time
from typing import TYPE_CHECKING, Any, cast

import anyio

from awm_mcp.model import value
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.staging.own_tab import opened
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.traffic.bodies import in_letters

if TYPE_CHECKING:
    from playwright.async_api import Page, Response

    from awm_mcp.replay.player import Player

_log = logging.getLogger(__name__)
DRAWN_S, PAUSE_S, MOST_ANSWERS, MOST_READ = 2.0, 0.2, 40, 500_000
_WITHOUT = """(() => {
  const texts = TEXTS, said = texts.flatMap(one => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)]);
  const has = one => typeof one === 'string' && said.some(text => one.includes(text));
  const holds = one => { try { return has(typeof one === 'string' ? one : JSON.stringify(one)); } catch { return false; } };
  for (const name of ['localStorage', 'sessionStorage']) {
    let kept;
    try { kept = new Map(Object.entries(window[name]).filter(([, text]) => !has(text))); } catch { continue; }
    const ways = {
      getItem: key => kept.has(`${key}`) ? kept.get(`${key}`) : null, setItem: (key, text) => { kept.set(`${key}`, `${text}`); },
      removeItem: key => { kept.delete(`${key}`); }, clear: () => { kept.clear(); }, key: index => [...kept.keys()][index] ?? null,
    };
    const store = new Proxy(ways, {
      get: (_, key) => key === 'length' ? kept.size : key in ways ? ways[key] : kept.get(key), has: (_, key) => key in ways || kept.has(key),
      set: (_, key, text) => { kept.set(`${key}`, `${text}`); return true; }, deleteProperty: (_, key) => { kept.delete(key); return true; },
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_, key) => kept.has(key) ? { value: kept.get(key), writable: true, enumerable: true, configurable: true } : undefined,
    });
    Object.defineProperty(window, name, { get: () => store, configurable: true });
  }
  const result = window.IDBRequest && Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result');
  const plain = one => one !== null && typeof one === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(one));
  if (result) Object.defineProperty(IDBRequest.prototype, 'result', { ...result, get() {
    const given = result.get.call(this);
    if (Array.isArray(given)) return given.filter(one => !holds(one));
    return (plain(given) || typeof given === 'string') && holds(given) ? undefined : given;
  } });
})();"""  # noqa: E501  it is easier to read as the script it is
"""What the page finds in the browser's stores, without what says one of the texts; nothing in them is changed."""


async def is_only_here(player: Player, tab: Page, texts: list[str]) -> bool:
    """Whether the list in which an entry stands is the site's, and comes without it where the browser does not add it.

    ``tab``: one that was opened for it; ``texts``: what the entry is known by.
    """
    page = player.stage.page
    beside = cast("dict[str, Any] | None", await ask_moving(page.main_frame, "beside_entry", {"texts": texts}))
    if beside is None or not beside["texts"]:
        return False
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    tab.on("response", note)
    await tab.add_init_script(_WITHOUT.replace("TEXTS", json.dumps(texts)))
    if not await opened(tab, page.url):
        return False
    until, own = time.monotonic() + DRAWN_S, list[str]()
    while not own and time.monotonic() < until:
        await anyio.sleep(PAUSE_S)
        query = {"way": beside["way"], "tag": beside["tag"]}
        rows = cast("list[str] | None", await ask_moving(tab.main_frame, "beside_entry", query)) or []
        own = [one for one in beside["texts"] if one in rows]
    if not own or any([await shows(tab, value(one)) for one in texts]):
        return False
    told = await _told(answers)
    return any(fold(one) in told for one in own)


async def _told(answers: list[Response]) -> str:
    """All that scripts were answered, folded."""
    from playwright.async_api import Error

    texts: list[str] = []
    for answer in [one for one in answers if one.request.resource_type in ("xhr", "fetch")][:MOST_ANSWERS]:
        try:
            body = (await answer.body())[:MOST_READ].decode("utf-8", "replace")
        except Error as gone:
            _log.debug("an answer cannot be read: %s", gone)
            continue
        texts.append(in_letters(body))
    return fold(" ".join(texts))
