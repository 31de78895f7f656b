# ruff: noqa: E501  answers are easier to read as they come
"""Answers that say no by their structure, addresses that speak of signing in, and complaints in many languages."""

from __future__ import annotations

import pytest

from awm_mcp.replay.judging.detours import detour
from awm_mcp.replay.judging.honest_end import Message
from awm_mcp.replay.staging.trail import Hop
from awm_mcp.replay.traffic.answered_no import says_no

ORIGIN = "http://shop.test"


@pytest.mark.parametrize(
    "body",
    [
        '{"ok": false, "error": "x"}', '{"success": false}', '{"Success": false}', '{"status": "error"}',
        '{"errors": [{"message": "x"}], "data": null}', '{"code": 422, "message": "no"}', '{"erfolg": false, "meldung": "x"}',
        '{"status": "fail", "data": {"title": "required"}}', '{"data": {"createIssue": {"errors": ["x"], "issue": null}}}',
        '{"d": "{\\"ok\\": false}"}', '{"data": {"success": false, "message": "x"}}', '[{"success": false}]',
        '{"error": {"code": 3, "message": "x"}}', '{"error": true, "msg": "x"}', '{"jsonrpc": "2.0", "id": 4, "error": {"code": -1}}',
        '{"id": 4, "title": "x", "errors": {"title": ["blank"]}}', '{"status": 500, "title": "x"}', '{"fehler": "Betrag zu hoch"}',
        '{"success": 0}', '{"ok": 0}', '{"success": "false"}', '{"code": 1001, "msg": "Plan locked"}', '{"code": "1001", "msg": "x"}',
        '{"status": 0, "message": "locked"}', '{"status": false, "message": "locked"}', '{"errorMessage": "Plan locked"}',
        '{"error_code": 12}', '{"errcode": 40013, "errmsg": "invalid appid"}', '{"hasError": true}', '{"type": "error", "text": "locked"}',
        '{"message": "Validation failed"}', '{"message": "Validation failed", "plan": ["is locked"]}', '{"result": false}',
        '{"saved": false}', '{"err": "no"}', '{"err": "no plan"}', '{"rc": -1}', '{"ret": 7}', '{"updated": 0}', '{"affectedRows": 0}', '{"code": -1}',
        '{"acknowledged": true, "modifiedCount": 0, "upsertedId": null, "upsertedCount": 0, "matchedCount": 0}', '{"rowCount": 0}',
        '{"code": 0, "msg": "操作失败"}', '{"code": 1, "msg": "could not be saved"}', '{"data": {"ok": 0}}', '{"code": 3, "msg": "not saved"}',
        '{"fault": {"faultstring": "Rate limit"}}', '{"Fault": {"code": "x", "message": "busy"}}', '{"added": false, "reason": "sold out"}',
        '{"accepted": false, "reason": "duplicate"}',
    ],
)  # fmt: skip
def test_an_answer_that_failed_by_its_structure_says_no(body: str) -> None:
    assert says_no(body)


@pytest.mark.parametrize(
    "body",
    [
        '{"error": null}', '{"errors": []}', '{"errors": {}}', '{"error": ""}', '{"error": 0}', '{"ok": true}', "[]", "{}", "Saved",
        '{"items": [{"success": false}]}', '[{"success": true}, {"success": false}]', '{"id": 1, "status": "failed"}',
        '{"id": 5, "done": false}', '{"success": true, "errors": ["minor"]}', '{"code": 0, "msg": "ok"}', '{"id": 3, "code": 404}',
        '{"title": "Door", "code": 404}', '{"title": "Nightly", "status": "failed"}', '{"data": {"build": {"id": 2, "success": false}}}',
        '{"data": {"issue": {"id": 1, "errors": []}}}', '{"errors": 3, "id": 5, "lines": 10}', '{"errors": {"title": []}}',
        '{"success": 1, "error": "No error"}', '{"success": "true", "errors": ["minor"]}', '{"error": "none"}', '{"error": "OK"}',
        '{"error": "No errors."}', '{"fehler": "Keine Fehler"}', '{"error_code": 0}', '{"errno": "0", "errmsg": "ok"}', '{"errorCode": "00000"}',
        '{"id": 3, "status": 0, "title": "x"}', '{"id": 3, "status": 0, "message": "x"}', '{"status": 0, "message": "success"}',
        '{"status": 0}', '{"code": 1, "msg": "操作成功"}', '{"code": 0, "msg": "Plan B"}', '{"code": 200, "msg": "x"}', '{"code": 20000, "message": "success"}',
        '{"status": 1, "message": "Plan updated"}', '{"status": 0, "message": "Plan updated"}', '{"code": 42, "name": "x"}', '{"result": 0}',
        '{"title": "x", "saved": false}', '{"failed": 1, "succeeded": 2}', '{"created": 0, "updated": 1}', '{"updated": 0, "plan": "Max"}', '{"done": false}', '{"succeeded": 0, "rows": 3, "skipped": 3}',
        '{"message": "Saved"}', '{"id": 3, "message": "Sorry, I cannot come"}', '{"message": "It failed", "author": "Ann", "at": 3}',
        '{"id": 3, "errorMessage": "card declined", "status": "open"}', '{"id": 3, "type": "error", "text": "x"}', '{"hasErrors": false}',
        '{"success": true, "message": "Upload failed for 1 of 3"}', '{"rc": 0}', '{"ret": 1}', '{"failed": 0}', '{"data": {"id": 1, "ok": 0}}',
        '{"fault": "Door broken", "room": 3}', '{"fault": {"id": 3, "name": "Door"}}', '{"added": false}', '{"added": true, "reason": "gift"}',
        '{"added": false, "message": "Removed from favourites"}', '{"id": 4, "approved": false, "reason": "pending"}', '{"applied": false, "reason": null}',
    ],
)  # fmt: skip
def test_entries_and_empty_places_for_errors_say_nothing(body: str) -> None:
    assert not says_no(body)


@pytest.mark.parametrize("sent", ['{"message": "Sorry,  I cannot come"}', "to=3&message=Sorry%2C+I+cannot+come"])
def test_an_answer_that_only_says_again_what_was_sent_says_nothing(sent: str) -> None:
    assert not says_no('{"message": "Sorry, I cannot come"}', sent)
    assert says_no('{"message": "Sorry, I cannot send"}', sent)


def test_an_answer_without_an_end_says_nothing() -> None:
    assert not says_no('{"a":' * 5000)


@pytest.mark.parametrize(
    "said",
    [
        "Speichern nicht möglich", "Der Eintrag konnte leider nicht gespeichert werden", "Échec de l'enregistrement",
        "No se pudo guardar", "Impossibile salvare", "Não foi possível salvar", "Opslaan mislukt", "Kunde inte spara",
        "Nie udało się zapisać", "Не удалось сохранить", "保存失败", "保存できませんでした", "저장 실패", "Kaydedilemedi",
    ],
)  # fmt: skip
def test_complaints_are_known_in_many_languages(said: str) -> None:
    assert Message(said, strong=False, tone="", heading=False).complains()


@pytest.mark.parametrize(
    "said",
    [
        "This name is taken already", "Name has already been taken", "There is already a label with this name",
        "The code is in use", "A room with the same number exists", "Dieser Name ist bereits vergeben",
        "Der Platz ist belegt", "Ce nom est déjà pris", "Ce nom existe déjà", "Este nombre ya existe",
        "El nombre ya está en uso", "Nome già in uso", "Este nome já existe", "O e-mail já está em uso", "Naam bestaat al",
        "Namnet finns redan", "Navnet er allerede i brug", "Navnet er allerede i bruk", "Nimi on jo olemassa",
        "Nazwa już istnieje", "Název již existuje", "Имя уже занято", "Ім'я вже зайнято", "Bu ad zaten kullanılıyor",
        "A név már létezik", "Numele există deja", "Το όνομα υπάρχει ήδη", "Nama sudah digunakan", "Tên đã tồn tại",
        "名称已存在", "該名稱已被使用", "この名前は既に使用されています", "이미 사용 중인 이름입니다",
    ],
)  # fmt: skip
def test_what_is_taken_already_is_a_complaint_in_many_languages(said: str) -> None:
    assert Message(said, strong=True, tone="", heading=False).complains()


@pytest.mark.parametrize(
    "said",
    [
        "Gespeichert, keine Fehler", "Enregistré sans erreur", "Guardado", "Salvato senza errori", "已保存", "Kaydedildi",
        "Delete it? This cannot be undone.", "Das kann nicht rückgängig gemacht werden.", "Сохранено без ошибок",
        "The photo was taken", "The task was taken by you", "Already saved", "Der Platz ist noch nicht vergeben",
        "Ya está guardado", "Réservation enregistrée", "The coupon was used", "Zapisano już",
    ],
)  # fmt: skip
def test_good_news_and_warnings_beforehand_are_no_complaints(said: str) -> None:
    assert not Message(said, strong=False, tone="", heading=False).complains()


def _hops(*paths: str) -> list[Hop]:
    return [Hop(2, path if "://" in path else ORIGIN + path, "", page=True) for path in paths]


@pytest.mark.parametrize(
    "between", ["/sso", "/login?next=%2F", "/a?SAMLRequest=x", "/Account/LogOn.aspx", "http://id.test/x"]
)
def test_a_way_through_a_sign_in_is_a_detour(between: str) -> None:
    assert detour(_hops("/save", between, "/"), f"{ORIGIN}/", f"{ORIGIN}/").endswith(between)


@pytest.mark.parametrize(
    ("acted_on", "hops"),
    [
        ("/", ("/save", "/list")),
        ("/", ("/save", "/saved/7", "/list")),
        ("/oauth/applications/new", ("/oauth/applications", "/oauth/applications/5", "/list")),
        ("/admin/auth/user/add/", ("/admin/auth/user/add/", "/admin/auth/user/", "/list")),
        ("/", ("/login", "/list")),
        ("/blog/login-tips", ("/save", "/blog/login-tips", "/list")),
    ],
)
def test_redirects_of_the_site_are_no_detours(acted_on: str, hops: tuple[str, ...]) -> None:
    assert detour(_hops(*hops), ORIGIN + acted_on, f"{ORIGIN}/list") == ""


def test_a_request_of_a_script_that_is_led_to_a_sign_in_is_a_detour() -> None:
    assert (
        detour([Hop(2, f"{ORIGIN}/api", "/login?next=/", page=False)], f"{ORIGIN}/", f"{ORIGIN}/")
        == f"{ORIGIN}/login?next=/"
    )
    assert detour([Hop(2, f"{ORIGIN}/api", "/api/7", page=False)], f"{ORIGIN}/", f"{ORIGIN}/") == ""
