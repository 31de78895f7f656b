# ruff: noqa: E501  pages are easier to read as the markup they are
"""A list that stays open over what is pressed next is left by the key of its field, also where that has not the focus any more."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

PAGE = f"""{LOG}<label>Colour <input id=c readonly value=Red aria-haspopup=listbox></label>
<button style="display: block; width: 200px; height: 60px" onclick="say('saved ' + c.value)">Save</button>
<script>
const open = () => {{
  const b = c.getBoundingClientRect(), entries = ['Red', 'Blue', 'Green'].map(o => `<p role=option aria-selected=${{o === c.value}}>${{o}}</p>`);
  document.body.insertAdjacentHTML('beforeend', `<div style="position: absolute; background: white; width: 300px; left: ${{b.left}}px; top: ${{b.bottom}}px"><div role=listbox id=l>${{entries.join('')}}</div></div>`);
  c.setAttribute('aria-controls', 'l'); c.blur();
}};
c.onclick = open;
c.onkeydown = e => {{ if (e.key === 'Escape') l.parentElement.remove(); }};
</script>"""


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_list_whose_field_lost_the_focus_is_closed_by_escape_in_that_field(stand: Stand) -> None:
    opened, save = step("click", t(role="textbox", name="Colour")), step("click", t(role="button", name="Save"))
    outcome = await stand.play(opened, save, READ, page=PAGE)
    assert outcome.outputs == {"log": "saved Red;"}, outcome.stopped
    assert "left the list of choices that lay over it" in outcome.steps[1].note
