"""Messages over sockets: which ask for a change, which refuse one, and which only keep a page going."""

from __future__ import annotations

import pytest

from awm_mcp.replay.traffic.socket_words import changes_something, may_change, refusal_in, said_in

CHANGES = [
    '{"type": "task.update", "id": 3, "payload": {"done": true}}',
    '42["saveNote",{"text":"x"}]',
    '421["todo:toggle",{"id":3}]',
    '["4","5","lv:phx-F","event",{"type":"click","event":"delete","value":{"id":"3"}}]',
    '{"command":"message","identifier":"{}","data":"{\\"action\\":\\"speak\\",\\"a\\":\\"Good tea\\"}"}',
    '{"type":1,"target":"RenameTask","arguments":["7","x"],"invocationId":"0"}\x1e',
    '{"id":"1","type":"subscribe","payload":{"query":"mutation Add { add(text: 1) { id } }"}}',
    '{"msg":"method","method":"/tasks/insert","params":[{}],"id":"4"}',
    "SEND\ndestination:/app/save\n\n{}\x00",
    '["{\\"type\\":\\"create\\"}"]',
    '{"aktion": 1, "type": "speichern"}',
    '{"c": 9, "text": "Good tea"}',
    b"\x82\xa1c\x09\xa4Good tea",
    '42["watch_operation",{"op":"pause","uuid":"7"}]',
    '{"type":"list.item","op":"remove","id":5}',
]


@pytest.mark.parametrize("payload", CHANGES)
def test_what_asks_for_a_change_is_known(payload: str | bytes):
    assert changes_something(payload, {"Good tea"})


TALK = [
    "2",
    "3probe",
    '{"type":"ping"}',
    '{"type": "presence", "event": "update", "name": "Good tea"}',
    '42["typing",{"text":"Good tea"}]',
    '42["cursor:move",{"x":3}]',
    '["1","2","phoenix","heartbeat",{}]',
    '["4","6","lv:phx-F","event",{"type":"form","event":"validate","value":"note=Good tea"}]',
    '{"command":"subscribe","identifier":"{\\"channel\\":\\"Chat\\"}"}',
    '{"id":"2","type":"subscribe","payload":{"query":"subscription { added { id } }"}}',
    '{"jsonrpc":"2.0","id":4,"method":"tasks.list"}',
    '{"type":"search","q":"Good tea"}',
    '{"type":"search_query","action":"update"}',
    '{"type":"status","op":"set"}',
    '{"type":"user_typing","action":"start"}',
    '{"event":"page","props":{"x":1}}',
    "SUBSCRIBE\nid:0\ndestination:/topic/x\n\n\x00",
    b"\x00\x01\x02",
    "",
]


@pytest.mark.parametrize("payload", TALK)
def test_talk_changes_nothing(payload: str | bytes):
    assert not changes_something(payload, {"Good tea"})


REFUSES = {
    '{"type":"error","message":"Not allowed"}': "Not allowed",
    '431[{"ok":false,"message":"Taken"}]': "Taken",
    '42["save_error",{"message":"Full"}]': "Full",
    '["4","5","tasks:1","phx_reply",{"status":"error","response":{"reason":"stale"}}]': "stale",
    '{"type":3,"invocationId":"0","error":"Denied by the server"}\x1e': "Denied by the server",
    '{"msg":"result","id":"4","error":{"error":403,"reason":"Access denied"}}': "Access denied",
    '{"id":"1","type":"error","payload":[{"message":"Bad input"}]}': "Bad input",
    '{"jsonrpc":"2.0","id":4,"error":{"code":-1,"message":"Closed"}}': "Closed",
    "ERROR\nmessage:No right\n\n\x00": "No right",
}


@pytest.mark.parametrize(("payload", "words"), REFUSES.items())
def test_an_answer_that_refuses_is_known_with_its_words(payload: str, words: str):
    assert words in refusal_in(payload)


GOOD = [
    "3",
    '{"type":"saved","id":3}',
    '431[{"ok":true}]',
    '["4","5","tasks:1","phx_reply",{"status":"ok","response":{}}]',
    '{"type":3,"invocationId":"0","result":null}\x1e',
    '{"type":"task","payload":{"id":3,"status":"failed","title":"Build"}}',
    '42["list",[{"id":1,"state":"error"},{"id":2}]]',
    "RECEIPT\nreceipt-id:7\n\n\x00",
]


@pytest.mark.parametrize("payload", GOOD)
def test_a_good_answer_refuses_nothing(payload: str):
    assert refusal_in(payload) == ""


def test_an_answer_is_known_by_the_number_of_what_it_answers():
    sent = ('421["save",{}]', '["4","5","tasks:1","save",{}]', '{"id":"4","method":"save"}')
    answers = ('431[{"ok":true}]', '["4","5","tasks:1","phx_reply",{"status":"ok"}]', '{"id":"4","result":1}')
    assert [said_in(one).id for one in sent] == [said_in(one).id for one in answers] == ["1", "5", "4"]


@pytest.mark.parametrize("payload", [b"\x0a\x12\x08\x01\x12\x0epressed", '42["event",{"id":7,"listener":"b1","args":[]}]'])
def test_what_a_framework_sends_of_all_that_is_done_may_ask_for_a_change(payload: str | bytes):
    assert not changes_something(payload, {"Good tea"})
    assert may_change(payload)


@pytest.mark.parametrize("payload", ["2", '{"type":"ping","at":12345678}', b"\x00\x01", '42["cursor:move",{"x":3}]'])
def test_beats_and_talk_ask_for_nothing(payload: str | bytes):
    assert not may_change(payload)
