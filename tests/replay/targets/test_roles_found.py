# ruff: noqa: E501  pages are easier to read as the markup they are
"""Every role that an element is said to have leads to that element when it is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from core_stage import Stand, step, t

from awm_mcp.replay.browsing import page_script

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
INPUTS = (
    "text",
    "search",
    "email",
    "url",
    "tel",
    "password",
    "number",
    "range",
    "checkbox",
    "radio",
    "file",
    "button",
    "submit",
    "reset",
    "image",
    "date",
    "time",
    "color",
)
KINDS = (
    """<header>a</header><footer>a</footer><nav>a</nav><main>a</main><aside>a</aside><search>a</search><section aria-label=S>a</section>
<article>a</article><form>a</form><address>a</address><hgroup>a</hgroup><details open><summary>a</summary>a</details><dialog open>a</dialog>
<fieldset><legend>a</legend></fieldset><figure>a<figcaption>a</figcaption></figure><blockquote>a</blockquote><p>a</p><hr><pre>a</pre>
<h1>a</h1><h2>a</h2><h6>a</h6><ul><li>a</li></ul><ol><li>a</li></ol><menu><li>a</li></menu><dl><dt>a</dt><dd>a</dd></dl><dfn>a</dfn>
<strong>a</strong><em>a</em><code>a</code><del>a</del><ins>a</ins><s>a</s><sub>a</sub><sup>a</sup><mark>a</mark><time>a</time><math><mi>x</mi></math>
<table><caption>a</caption><thead><tr><th>a</th><th scope=row>a</th></tr></thead><tbody><tr><td>a</td></tr></tbody><tfoot><tr><td>a</td></tr></tfoot></table>
<a href="#">a</a><map name=m><area href="#" shape=default></map><img alt=a><button>a</button><select><optgroup label=o><option>a</option></optgroup></select>
<select multiple><option>a</option></select><textarea></textarea><output>a</output><progress></progress><meter></meter><iframe></iframe><datalist id=d></datalist>
<div contenteditable>a</div><div role=alert>a</div><div role="none">a</div><div role=treegrid>a</div>
"""
    + "".join(f"<input type={one}>" for one in INPUTS)
    + "<input list=d>"
)
PARTS = Path(page_script.__file__).with_name("page") / "elements.js"
ROLES = """() => { PARTS
  return [...document.body.querySelectorAll('*')].filter(el => role(el)).map(el => [role(el), el.matches(cssOfRole(role(el))) && sameRole(role(el), el), el.outerHTML.slice(0, 60)]); }"""


async def test_every_role_that_is_given_has_a_selector_that_finds_it(stand: Stand):
    async with stand.browsers.context(site=stand.site.host) as context:
        page = await context.new_page()
        await page.set_content(KINDS)
        seen = await page.evaluate(ROLES.replace("PARTS", PARTS.read_text(encoding="utf-8")))
    assert [one for one in seen if not one[1]] == []
    roles = {one[0] for one in seen}
    assert {"region", "banner", "contentinfo", "complementary", "group", "math", "term", "deletion", "separator"} <= roles


@pytest.mark.parametrize(
    ("role", "shown"),
    [
        ("region", "<section aria-label=Doing>Sand floor</section>"),
        ("banner", "<header aria-label=Doing>Sand floor</header>"),
        ("contentinfo", "<footer aria-label=Doing>Sand floor</footer>"),
        ("list", "<menu aria-label=Doing>Sand floor</menu>"),
        ("image", "<img alt=Doing width=9 height=9>"),
    ],
)
async def test_what_a_tag_says_by_itself_is_found_by_its_role_and_name(stand: Stand, role: str, shown: str):
    outcome = await stand.play(step("hover", t(role=role, name="Doing")), page=shown)
    assert outcome.status == "ok", outcome.stopped
