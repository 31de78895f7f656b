"""A text that stood on the page before a write only counts as what it brought where it is told from what was there."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Expectation, Outcome, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
NOTE, ADD = t(role="textbox", label="Note"), t(role="button", name="Add")
FORM = "<form method=post action=/add><label>Note <input name=n></label><button>Add</button></form>"
BACK: Answer = (303, {"location": "/"}, "")


class Requests:
    """Requests in rows, each with its state and a button; those in ``refused`` are not taken, without a word."""

    def __init__(self, stand: Stand, approved: set[str], refused: frozenset[str] = frozenset()) -> None:
        self.approved, self.refused, self.stand = approved, refused, stand
        stand.site.pages |= {"/": self.home, "/approve": self.approve}

    def home(self, hit: Hit) -> Answer:
        def row(name: str) -> str:
            state = "Approved" if name in self.approved else "Pending"
            form = (
                f"<form method=post action=/approve><input type=hidden name=k value={name}><button>Approve</button></form>"
            )
            return f"<tr><td>{name}</td><td>{state}</td><td>{form}</td></tr>"

        return f"<h1>Requests</h1><table>{''.join(map(row, ('Invoice', 'Offer', 'Reminder')))}</table>"

    def approve(self, hit: Hit) -> Answer:
        self.approved |= {parse_qs(hit.body.decode())["k"][0]} - self.refused
        return BACK

    async def run(self, name: str) -> Outcome:
        button = t(role="button", name="Approve", row=param("request"))
        expect = Expectation(text=value("Approved"))
        return await self.stand.play(step("click", button, writes=True, expect=expect), args={"request": name})


class Notes:
    """A list of notes, with the message of the last that was taken; those in ``refused`` are not, without a word."""

    def __init__(self, stand: Stand, refused: frozenset[str] = frozenset(), said: str = "", leads: Answer = BACK) -> None:
        self.notes, self.refused, self.said, self.leads, self.message = ["Tea"], refused, said, leads, ""
        stand.site.pages |= {"/": self.home, "/add": self.add}

    def home(self, hit: Hit) -> Answer:
        message, self.message = self.message, ""
        return f"<h1>Notes</h1>{message}<ul>{''.join(f'<li>{one}</li>' for one in self.notes)}</ul>{FORM}"

    def add(self, hit: Hit) -> Answer:
        note = parse_qs(hit.body.decode())["n"][0]
        if note not in self.refused:
            self.notes.append(note)
            self.message = self.said
        return self.leads


async def test_the_state_of_another_row_does_not_prove_the_row_that_was_acted_on(stand: Stand) -> None:
    requests = Requests(stand, {"Invoice"}, refused=frozenset({"Reminder"}))

    outcome = await requests.run("Reminder")

    assert outcome.status == "unknown"
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_as_expected"
    assert outcome.stopped.seen == "the text 'Approved' is shown where it was before, and no more often"
    assert (await requests.run("Offer")).ok
    assert (await requests.run("Offer")).ok, "its row says so already"


async def test_an_entry_that_is_shown_no_more_often_than_before_is_not_taken_for_the_new_one(stand: Stand) -> None:
    notes = Notes(stand, refused=frozenset({"Tea"}))
    expect = Expectation(text=param("n"))
    add = (step("fill", NOTE, param("n")), step("click", ADD, writes=True, expect=expect))

    outcome = await stand.play(*add, args={"n": "Tea"}, postcondition={"text": param("n")})

    assert (outcome.status, outcome.stopped and outcome.stopped.code) == ("unknown", "entry_not_seen")
    assert "no more often" in (outcome.stopped.seen if outcome.stopped else "")
    notes.refused = frozenset()
    assert (await stand.play(*add, args={"n": "Tea"}, postcondition={"text": param("n")})).ok
    assert notes.notes == ["Tea", "Tea"]


@pytest.mark.parametrize("said", ["<p>Note was added.</p>", "<div class=flash>Note was added.</div>"])
async def test_the_same_message_shown_again_counts(stand: Stand, said: str) -> None:
    notes = Notes(stand, said=said)
    expect = Expectation(text=value("Note was added."))
    add = [(step("fill", NOTE, one), step("click", ADD, writes=True, expect=expect)) for one in ("Milk", "Salt")]

    outcome = await stand.play(*add[0], *add[1])

    assert outcome.ok, outcome.stopped
    assert notes.notes == ["Tea", "Milk", "Salt"]


async def test_a_write_that_led_to_a_sign_in_is_told_as_that_and_not_as_an_entry_unseen(stand: Stand) -> None:
    Notes(stand, leads=(303, {"location": "/login"}, ""), refused=frozenset({"Milk"}))
    fields = "<label>Email <input></label><label>Password <input type=password></label>"
    login = f"<form method=post>{fields}<button>Sign in</button></form>"
    stand.site.pages["/login"] = f"<h1>Sign in</h1>{login}"
    end = {"url": "/", "text": param("n")}
    add = (step("fill", NOTE, param("n")), step("click", ADD, writes=True, expect=Expectation(text=param("n"))))

    outcome = await stand.play(*add, args={"n": "Milk"}, postcondition=end)

    assert (outcome.status, outcome.stopped and outcome.stopped.code) == ("unknown", "signed_in_between")


REVIEWED = """<h1>Notes</h1><ul id=u>%s</ul><label>Note <input id=n></label><button id=b>Add</button>
<div id=d style="position:fixed;inset:0;display:none"><p id=p></p><button id=y>Yes, add</button></div><script>
b.onclick = () => { p.textContent = n.value + ' is going to be added'; d.style.display = 'block' };
y.onclick = async () => { const r = await fetch('/add', { method: 'POST', body: n.value }); d.style.display = 'none';
  u.innerHTML = await r.text() };
</script>"""


async def test_what_a_dialog_said_that_is_closed_does_not_count_as_shown_before(stand: Stand) -> None:
    notes, refused = ["Salt"], {"Salt"}

    def shown() -> str:
        return "".join(f"<li>{one}</li>" for one in notes)

    def add(hit: Hit) -> Answer:
        notes.extend({hit.body.decode()} - refused)
        return (200, {}, shown())

    stand.site.pages |= {"/": lambda _: REVIEWED % shown(), "/add": add}
    yes = step("click", t(role="button", name="Yes, add"), writes=True, expect=Expectation(text=param("n")))
    steps = (step("fill", NOTE, param("n")), step("click", ADD), yes)

    taken = await stand.play(*steps, args={"n": "Milk"}, postcondition={"text": param("n")})
    not_taken = await stand.play(*steps, args={"n": "Salt"}, postcondition={"text": param("n")})

    assert taken.ok, taken.stopped
    assert not_taken.status == "unknown"
    assert "no more often" in (not_taken.stopped.seen if not_taken.stopped else "")
    assert notes == ["Salt", "Milk"]
