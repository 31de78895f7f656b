"""What a reported click on a control was to bring about, of a run that is followed afterwards.

The page may show by then what the run did: the same click takes it off again, and what that leads to is the contrary of what
was meant. The name that was reported, what the control shows and the task tell which it is; what none of them tells is kept
as not known, so that a replay does not click on what may be set.
"""

from __future__ import annotations

from awm_mcp.model import Action, Became, Target
from awm_mcp.model.polarity import may_turn_off, turns_off, undoes, words_of
from awm_mcp.replay.acting.set_marks import Sign, sign_of, signing
from awm_mcp.replay.acting.toggle_clicks import Shown, is_plain
from awm_mcp.replay.acting.turned import Way, changed, only_icon, same_words, way_between, way_of

_NAMES = ("name", "label", "text", "title")


def as_meant_click(action: Action, was: Shown, now: Shown, *, reported: Target | None, task: str) -> Action:
    """A click that was seen to change its control, as the change that was meant.

    ``was``, ``now``: what the control showed before and after; ``reported``: the control as the report names it.
    """
    said, became = _name_of(reported), action.became
    if became is None:
        return action
    if said and not same_words(was["name"], now["name"]) and same_words(said, was["name"]) != same_words(said, now["name"]):
        return action if same_words(said, was["name"]) else _turned_round(action, became, reported)
    wanted, way = wanted_by(task, was["name"]), way_of(was, now)
    if wanted is None:
        return action
    if way is Way.UNKNOWN:
        return _not_known(action, was, now) if wanted else action
    return action if (way is Way.ON) is wanted else _turned_round(action, became, reported)


def as_untold_click(action: Action, was: Shown, *, reported: Target | None, task: str) -> Action:
    """A click that was held back and changed nothing that is to be seen, with what is known of its control.

    A reported run may have set it, which the page shows by then: where others beside it are not, or where it stands alone,
    and no word of the task may ask for the contrary.
    """
    if was["filled"] or action.type != "click" or not is_plain(action):
        return action
    wanted, sign = wanted_by(task, was["name"]), sign_of(was["marks"], was["name"])
    if (renamed := _named_otherwise(action, was, reported, task)) is not None:
        return renamed
    if wanted is False:
        return _with(action, Became(unset=True, wanted=False, lost=signing(was["marks"], was["name"])))
    echoes = int(was["echoes"])
    if not sign:
        return _with(action, Became(unset=True, wanted=wanted, echoes=echoes + 1))
    if not wanted or not task:
        return action
    apart = signing(was["apart"] if was["peers"] else was["marks"], was["name"])
    if apart and (was["around"] or not was["peers"]):
        return _with(action, Became(unset=True, wanted=True, marks=apart, echoes=echoes))
    return _with(action, Became(unset=True, echoes=echoes)) if sign_of(was["apart"]) is Sign.SET else action


def wanted_by(task: str, name: str) -> bool | None:
    """Whether a task wants a control of a name set or taken off; None where it may want either, or the name says which."""
    if not may_turn_off(task):
        return True if task else None
    off = turns_off(task) and not may_turn_off(name)
    return False if off or undoes(task, name) else None


def _turned_round(action: Action, became: Became, reported: Target | None) -> Action:
    """The click that leads to what the page showed before it: that was there when the page was loaded, so it was kept."""
    target, after = action.target, became.target
    if target is not None and after is not None:
        names = {key: getattr(after, key) for key in _NAMES}
        target, after = target.model_copy(update=names), target.model_copy(update={"seen": None, "place": None})
    kept = became.model_copy(
        update={"target": after, "marks": became.lost, "lost": became.marks, "alone": True, "echoes": 0, "wanted": None}
    )
    return action.model_copy(update={"target": target, "became": kept})


def _not_known(action: Action, was: Shown, now: Shown) -> Action:
    """A click of which the page does not tell whether it set or took off: not done where the page shows as much again."""
    gained, lost = changed(was, now)
    if (gained or not lost) and not (gained and only_icon([*gained, *lost])):
        return action
    return _with(action, Became(unset=True, wanted=True, marks=tuple(lost), lost=tuple(gained)))


def _named_otherwise(action: Action, was: Shown, reported: Target | None, task: str) -> Action | None:
    """The click on what the report names otherwise than the page by now, as on what the click led to: "Following"."""
    said, target = _name_of(reported), action.target
    if target is None or not said or same_words(said, was["name"]):
        return None
    way = way_between(said, was["name"])
    asked = frozenset(word for word, _, _ in words_of(task))
    told = [frozenset(word for word, _, _ in words_of(name)) & asked for name in (said, was["name"])]
    if way is Way.UNKNOWN and not (told[0] and not told[1]):
        return None
    after = target.model_copy(update={"seen": None, "place": None})
    names = {key: getattr(reported, key) for key in _NAMES}
    led = Became(target=after, alone=way is not Way.UNKNOWN)
    return _with(action.model_copy(update={"target": target.model_copy(update=names)}), led)


def _name_of(target: Target | None) -> str:
    said = (target.name or target.text or target.label or target.title) if target is not None else None
    return (said.literal or "") if said is not None else ""


def _with(action: Action, became: Became) -> Action:
    return action.model_copy(update={"became": became})
