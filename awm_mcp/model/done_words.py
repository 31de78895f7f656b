"""Words by which pages say that something was done, in the languages that most sites are written in."""

from __future__ import annotations

import re

_ENGLISH = (
    "added saved created updated changed deleted removed sent submitted placed confirmed success successful "
    "successfully thank thanks received completed complete done moved posted published booked reserved registered "
    "subscribed assigned closed reopened uploaded cancelled canceled archived approved applied logged copied renamed "
    "accepted marked"
)
_OTHERS = (
    "gespeichert hinzugefügt erstellt angelegt aktualisiert geändert gelöscht entfernt gesendet versendet übermittelt "
    "erfolgreich bestätigt gebucht reserviert danke dank enregistré enregistrée ajouté ajoutée créé créée modifié "
    "modifiée supprimé supprimée envoyé envoyée confirmé confirmée réussi réussie succès merci guardado guardada "
    "añadido añadida agregado agregada creado creada actualizado actualizada eliminado eliminada enviado enviada "
    "confirmado confirmada éxito gracias salvato salvata aggiunto aggiunta creato creata aggiornato aggiornata "
    "eliminato eliminata inviato inviata confermato confermata successo grazie adicionado adicionada criado criada "
    "atualizado atualizada excluído excluída sucesso obrigado obrigada opgeslagen toegevoegd aangemaakt bijgewerkt "
    "gewijzigd verwijderd verzonden bevestigd gelukt bedankt sparad sparat sparats skapad skapat skickat uppdaterad "
    "raderad gemt lagret opprettet oprettet takk zapisano dodano utworzono zaktualizowano usunięto wysłano dziękujemy "
    "uloženo přidáno vytvořeno odesláno smazáno děkujeme сохранено добавлено создано обновлено изменено удалено "
    "отправлено сохранён сохранена успешно спасибо kaydedildi eklendi oluşturuldu güncellendi silindi gönderildi "
    "başarıyla teşekkürler tallennettu lisätty luotu päivitetty poistettu lähetetty muutettu onnistui kiitos mentve "
    "elmentve hozzáadva létrehozva frissítve törölve elküldve sikeresen köszönjük slettet sendt oppdatert "
    "opdateret tilføjet "
    "salvată adăugat adăugată actualizat actualizată trimis trimisă șters ștearsă mulțumim αποθηκεύτηκε προστέθηκε "
    "δημιουργήθηκε ενημερώθηκε διαγράφηκε στάλθηκε επιτυχώς ευχαριστούμε збережено додано створено оновлено видалено "
    "надіслано успішно дякуємо berhasil disimpan ditambahkan diperbarui dihapus dikirim terkirim"
)
_AFTER_SENDING = (
    "bought ordered joined opened paid shared scheduled enrolled invited filed lodged noted counted restored transferred "
    "authorised authorized recorded requested rescheduled redeemed claimed issued edited "
    "abgeschlossen eingegangen aufgenommen angenommen vereinbart vorgemerkt bestellt bezahlt eingetragen angemeldet "
    "registriert veröffentlicht geteilt eingeladen übernommen hochgeladen verschoben beigetreten "
    "effectué effectuée reçu reçue passée prise validé validée publié publiée réservé réservée inscrit inscrite payé payée "
    "commandé partagé partagée invité invitée rejoint planifié planifiée "
    "realizado realizada recibido recibida hecho hecha efectuado efectuada reservado reservada publicado publicada "
    "registrado registrada inscrito inscrita pagado pagada completado completada aceptado aceptada compartido programado "
    "ricevuto ricevuta effettuato effettuata prenotato prenotata registrato registrata pubblicato pubblicata pagato pagata "
    "completato completata accettato accettata iscritto iscritta ordinato condiviso "
    "recebido recebida efetuado efetuada concluído concluída pago paga inscrita agendado agendada aceito aceita "
    "geplaatst ontvangen geboekt gereserveerd geregistreerd ingeschreven betaald gepubliceerd verwerkt gedeeld ingepland "
    "afgerond aangemeld mottagen mottaget mottagits bokad bokat betald registrerad registrerat publicerad bekräftad "
    "bekræftet bekreftet modtaget mottatt bestilt betalt booket registreret registrert gennemført fullført "
    "przyjęte przyjęto przyjęty przyjęta złożone złożono zarezerwowano opublikowano zarejestrowano potwierdzono opłacono "
    "přijato přijata objednáno rezervováno zaplaceno potvrzeno zaregistrováno "
    "принят принята принято приняты получен получена получено оформлен оформлена оформлено забронировано "
    "зарегистрирован зарегистрирована оплачен оплачено опубликовано подтверждено подтверждён прийнято отримано оформлено "
    "alındı alındınız onaylandı yapıldı tamamlandı kaydınız yayınlandı ödendi paylaşıldı "
    "vastaanotettu tilattu maksettu julkaistu vahvistettu rekisteröity "
    "megkaptuk rögzítettük visszaigazolva primită primit înregistrată înregistrat plasată ελήφθη "
    "καταχωρήθηκε ολοκληρώθηκε diterima dipesan dibayar terdaftar"
)
DONE = frozenset(_ENGLISH.split()) | frozenset(_OTHERS.split())
TAKEN = DONE | frozenset(_AFTER_SENDING.split())
"""With the words that only say it right after something was sent: elsewhere they are headings."""
_WITHOUT_BLANKS = re.compile(
    "成功|已保存|已添加|已创建|已更新|已删除|已发送|谢谢|しました|完了|ありがとう|되었습니다|했습니다|완료|감사"
    r"|đã (?:lưu|thêm|tạo|gửi|xóa|xoá|cập nhật)|(?<!không )thành công|cảm ơn"
    r"|\bتم\b|بنجاح|شكر|נשמר|נוסף|נשלח|נמחק|עודכן|בהצלחה|תודה"
    r"|(?<!ไม่)สำเร็จ|เรียบร้อย|ขอบคุณ|सफलतापूर्वक|धन्यवाद",
    re.IGNORECASE,
)
_TAKEN_WITHOUT_BLANKS = re.compile(
    "已(?:提交|收到|下单|下單|支付|预订|預訂|预约|預約|发布|發佈|确认|確認|完成|受理|报名|報名|儲存|新增|建立|刪除|送出)|謝謝"
    "|受け付けました|承りました|됐습니다|접수"
)
_TAKEN_PHRASES = re.compile(
    r"\b(?:signed up|checked in|you(?:['’]re| are) (?:in|all set|going|booked)\b|is on its way"
    r"|(?:we['’]ll|we will) be in touch"
    r"|(?:is|are|it['’]s) (?:now )?in (?:your|the) (?:shopping )?(?:cart|basket|bag)"
    r"|(?:ist|sind|liegt|liegen) (?:jetzt |nun )?(?:in (?:deinem|ihrem) |im )warenkorb"
    r"|(?:est|sont) (?:maintenant )?dans (?:votre|ton|le) panier|está en (?:tu|su|el) (?:carrito|cesta)"
    r"|è nel (?:tuo )?carrello|está no (?:seu )?carrinho|(?:zit|ligt) in (?:je|uw) winkel(?:wagen|mand))"
)

_AN_END = (
    "closed reopened moved removed deleted cancelled canceled copied logged marked renamed archived completed complete done "
    "gelöscht entfernt supprimé supprimée eliminado eliminada eliminato eliminata excluído excluída verwijderd raderad "
    "usunięto smazáno удалено silindi"
)
ALSO_AN_END = frozenset(_AN_END.split())
"""What is also said of something that came to an end without the one who reads it."""
_ANOTHER = "by already von bereits schon par déjà por ya da già door al reeds przez już av redan allerede už"
_OF_ANOTHER = frozenset(_ANOTHER.split())
MOST_CONFIRMING = 8


def spoken_words(text: str) -> list[str]:
    """The words of a text in small letters, in any script."""
    return re.findall(r"[^\W\d_]+|\d+", text.casefold())


def says_done(text: str) -> bool:
    """Whether a text has a word for something that was done."""
    return any(word in DONE for word in spoken_words(text)) or _WITHOUT_BLANKS.search(text) is not None


def says_taken(text: str) -> bool:
    """Whether a text that came with what was sent has a word for its being taken."""
    said = text.casefold()
    found = says_done(said) or _TAKEN_WITHOUT_BLANKS.search(said) or _TAKEN_PHRASES.search(said)
    return bool(found) or any(word in TAKEN for word in spoken_words(said))


def only_confirms(text: str) -> bool:
    """Whether a short text says that what was just sent was taken, and names nobody else who did it, or did it before."""
    words = spoken_words(text)
    told = bool((DONE - ALSO_AN_END) & set(words)) or _WITHOUT_BLANKS.search(text) is not None
    return len(words) <= MOST_CONFIRMING and told and not _OF_ANOTHER & set(words)
