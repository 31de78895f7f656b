"""Words by which messages complain, in the languages that most sites are written in."""

from __future__ import annotations

import re

HARMLESS = re.compile(
    r"\b(no|without|zero|0)\s+(errors?|failures?|failed|problems?)\b|\b(kein|keine|ohne)\s+fehler\b|\bfehlerfrei\b"
    r"|\b(sans|aucune?)\s+(erreurs?|problèmes?)\b|\b(sin|ningún)\s+(errores|error)\b|\bsenza errori\b|\bsem erros\b"
    r"|\bzonder fouten\b|\bбез ошибок\b|\bbez błędów\b|没有错误|無錯誤|エラーはありません"
    r"|\b(cannot|can['’]t|can not|could not|will not)\s+be\s+(undone|reversed|reverted|recovered|restored)\b"
    r"|\bnicht\s+(mehr\s+)?(rückgängig|wiederhergestellt)\b|\bno se puede deshacer\b"
    r"|\bne (peut|pourra) (pas|plus) être annulée?\b"
    r"|\b(non può essere annullat[oa]|não pode(rá)? ser desfeit[oa]|kan niet ongedaan)\b"
    r"|无法撤[销消]|無法復原|元に戻せません"
)
_ENGLISH = (
    r"\b(sorry|oops|errors?|failed|failure|could\s?n['’]t|could not|cannot|can['’]t|unable to|(not|no longer) "
    r"(be |been )?(allowed|permitted|possible|available|valid|found|saved|sent|booked|created|added|changed|updated|deleted|"
    r"accepted|processed|completed)|invalid|denied|rejected|refused|declined|try again|went wrong|"
    r"no (\w+ ){1,3}(was|were|has been|have been|could)|too many (requests|attempts)|"
    r"(session|form|token) (has )?(expired|timed out)|read-only mode|(down for|under) maintenance|"
    r"verify (that )?you are (a )?human)\b"
)
_GERMAN = (
    r"\b(fehler|fehlgeschlagen|gescheitert|ungültige?[rsn]?|abgelehnt|verweigert|leider|konnten? (\S+ ){0,6}?nicht|"
    r"kann (\S+ ){0,6}?nicht|nicht (möglich|gespeichert|gesendet|erlaubt|zulässig|verfügbar|gefunden|gültig|"
    r"angelegt|erstellt|geändert|gelöscht|akzeptiert|angenommen|verarbeitet|gebucht)|"
    r"versuchen sie es|erneut versuchen)\b"
)
_FRENCH = (
    r"\b(erreurs?|échec|échoué|impossible|n['’](a|ont) pas (pu|été)|ne (peut|peuvent) (pas|être)|invalides?|refusée?s?|"
    r"non (autorisée?|valide|disponible)|réessaye[rz]|désolée?)\b"
)
_SPANISH = (
    r"\b(no se (pudo|puede|pudieron|ha podido|han podido|ha guardado)|falló|fallid[oa]|fallo|inválid[oa]|rechazad[oa]|"
    r"denegad[oa]|imposible|lo sentimos|int[eé]nt[ea]lo|intente de nuevo|"
    r"no (es |está )?(posible|permitid[oa]|disponible|válid[oa]))\b"
)
_ITALIAN = (
    r"\b(errore|impossibile|non è (stato |stata )?(possibile|consentit[oa]|valid[oa]|disponibile|salvat[oa])|fallit[oa]|"
    r"non riuscit[oa]|rifiutat[oa]|non valid[oa]|riprova(re)?|spiacenti)\b"
)
_PORTUGUESE = (
    r"\b(erro|não foi (possível|salv[oa])|não (pode|pôde|é possível|é permitid[oa]|permitid[oa]|disponível)|falha|falhou|"
    r"inválid[oa]|recusad[oa]|negad[oa]|tente (novamente|de novo)|desculpe)\b"
)
_DUTCH = (
    r"\b(fout|mislukt|ongeldige?|geweigerd|afgewezen|helaas|kon(den)? (\S+ ){0,6}?niet|kan (\S+ ){0,6}?niet|"
    r"niet (mogelijk|opgeslagen|verzonden|toegestaan|beschikbaar|gevonden|geldig)|probeer (het )?opnieuw)\b"
)
_NORDIC = (
    r"\b(misslyckades|kunde inte|kan inte|ogiltigt?|nekad|nekades|tyvärr|fejl|mislykkedes|kunne ikke|kan ikke|ugyldigt?|"
    r"afvist|desværre|feil|mislyktes|avvist|dessverre)\b"
)
_SLAVIC = (
    r"\b(błąd|błędu|nie (udało|można|powiodło)|nieprawidłow\w*|odrzucon\w*|niestety|spróbuj ponownie|nepodařilo|nelze|"
    r"neplatn\w*|zamítnut\w*|bohužel|ошибк\w*|не удалось|не уда[её]тся|невозможно|нельзя|недопустим\w*|неверн\w*|"
    r"отклон\w*|отказано|попробуйте (ещ[её]|снова)|к сожалению|помилк\w*|не вдалося|неможливо)\b"
)
_TURKISH = (
    r"\b(hata|başarısız|geçersiz|reddedildi|yapılamadı|edilemedi|kaydedilemedi|gönderilemedi|"
    r"üzgünüz|tekrar deneyin)\b"
)
_OTHERS = (
    r"\b(virhe|epäonnistui|ei (voitu|voi|voida|onnistunut)|virheelli\w+|jo (varattu|käytössä)|hiba|sikertelen|"
    r"nem (sikerült|lehet)|érvénytelen|eroare|eșuat|nu (s-a|a|am) putut|σφάλμα|απέτυχε|αποτυχία|δεν (είναι|ήταν) δυνατ\w+|"
    r"gagal|kesalahan|tidak (dapat|bisa|valid|boleh)|lỗi|thất bại|không (thể|hợp lệ))\b"
    r"|خطأ|فشل|تعذر|غير صالح|שגיאה|נכשל|לא ניתן"
    r"|ผิดพลาด|ไม่สำเร็จ|ไม่สามารถ|त्रुटि|विफल|असफल"
)
_WITHOUT_BLANKS = (
    "失败|失敗|错误|錯誤|出错|无法|無法|不能|不允许|不允許|拒绝|拒絕|无效|無效|重试|重試|抱歉|エラー|できません|無効|拒否|申し訳|"
    "실패|오류|할 수 없|수 없습니다|거부|유효하지"
)
_TAKEN = (
    r"\balready (been )?(exist(s|ing)?|taken|used|in use|registered|booked|reserved|occupied|claimed|assigned to)\b"
    r"|\b(taken|in use|used|exists|registered|booked|occupied) already\b|\bthere (is|are) already\b"
    r"|\b(is|are) (currently )?in use\b|\bmust be unique\b|\b(is|are) not unique\b"
    r"|\bduplicate (entry|key|name|value|record)\b"
    r"|\b(name|e-?mail|address|user|login|slug|title|code|number|id|slot|seat|time|date|url|domain|nickname) "
    r"(is|was|has been) taken\b"
    r"|\bwith (this|that|the same) (\S+ ){1,4}?exists\b"
    r"|\b(bereits|schon) (vergeben|belegt|vorhanden|verwendet|benutzt|genutzt|registriert|reserviert|"
    r"in (verwendung|gebrauch|benutzung))\b"
    r"|\b(existiert|gibt es) (bereits|schon)\b|\b(ist|sind) (?!nicht |noch )(\S+ )?(vergeben|belegt)\b"
    r"|\bdéjà (été )?(pris|utilisé|attribué|réservé|enregistré|existant|occupé)e?s?\b|\bexist(e|ent) déjà\b"
    r"|\bil y a déjà\b|\bdéjà en cours d"
    r"|\bya (existen?|hay (un|otr)\w*|(está|ha sido|fue|se encuentra) "
    r"(en uso|\w*(ocupad|registrad|usad|utilizad|reservad|tomad)[oa]))\b"
    r"|\bestá en uso\b"
    r"|\bgià (stat[oa] )?(in uso|esistente|utilizzat[oa]|usat[oa]|pres[oa]|occupat[oa]|registrat[oa])\b"
    r"|\besist(e|ono) già\b"
    r"|\bjá (existe|(está|foi) "
    r"(em uso|\w*(ocupad|registr?ad|cadastrad|usad|utilizad|reservad|escolhid)[oa])|em uso|cadastrad[oa])\b"
    r"|\bestá em uso\b|\b(al|reeds) (in gebruik|bezet|gebruikt|geregistreerd|vergeven)\b|\bbestaat (al|reeds)\b"
    r"|\b(finns|används|findes|eksisterer|finnes|bruges|brukes) (redan|allerede)\b"
    r"|\b(redan|allerede) (upptag\w+|tag\w+|använd\w*|registrer\w+|i bruk?g?|optage\w+|brugt|brukt|tatt|opptatt)\b"
    r"|\bjo olemassa\b|\bjuż (istnieje|zajęt\w+|używan\w+|w użyciu|zarejestrowan\w+|wykorzystan\w+)\b"
    r"|\b(již|už) (existuje|obsazen\w*|použ\w+|zabran\w*|registrov\w+)"
    r"|\bуже (существу\w+|занят\w*|используется|использован\w*|зарегистрирован\w*|есть)\b"
    r"|\bвже (існу\w+|зайнят\w*|використ\w+|зареєстрован\w*)\b"
    r"|\bzaten (var|alınmış|kullanıl\w+|kullanımda|kayıtlı|mevcut)\b"
    r"|\bmár (létezik|foglalt|használ\w+|regisztrál\w+)\b|\bexistă deja\b"
    r"|\bdeja (folosit|utilizat|luat|înregistrat|ocupat)ă?\b|\b(υπάρχει|χρησιμοποιείται) ήδη\b"
    r"|\bήδη (υπάρχει|χρησιμοποι\w+|σε χρήση)\b|\bsudah (ada|digunakan|dipakai|terdaftar|diambil)\b"
    r"|\bđã (tồn tại|được sử dụng|có người dùng)\b|已(经|經)?(存在|被)|重名"
    r"|(すでに|既に)(存在|使用|登録|使われ)|使用されています"
    r"|이미 (존재|사용|등록)|중복"
    r"|(موجود|مستخدم|محجوز) بالفعل|כבר (קיים|תפוס|בשימוש)|มีอยู่แล้ว|ถูกใช้(ไป)?แล้ว|पहले से (मौजूद|उपयोग)"
)
COMPLAINING = re.compile("|".join(
    (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _DUTCH, _NORDIC, _SLAVIC, _TURKISH, _OTHERS,
     _WITHOUT_BLANKS, _TAKEN)
))  # fmt: skip
IN_HEADING = re.compile(
    r"^(sorry|oops|error\b[:!. ]|something went wrong|fehler\b|erreur\b|errore\b|erro\b|leider)"
    r"|\b(could not|cannot|failed to|not allowed|access denied|try again|(page|session|form) (has )?(expired|timed out)|"
    r"too many requests|(down for|under) maintenance|verify (that )?you are (a )?human)\b"
)
UNCHANGED = re.compile(
    r"\b(?:nothing|no|not) (?:(?:was|has|have|is|were|been|to) )*(?:chang|updat|modif|sav)\w*|\bunchanged\b|\bno edits\b"
    r"|\bkeine (?:ä|ae)nderung\w*|\bnichts (?:wurde )?(?:ge(?:ä|ae)ndert|gespeichert)|\bunverändert\b"
    r"|\baucune? (?:modification|changement)|\brien (?:n['’]a (?:été )?|à )?(?:changé|modifié|enregistr)|\binchangé"
    r"|\b(?:sin|ningún|ninguna) (?:cambio|modificaci)|\bnada (?:que guardar|ha cambiado|cambió)"
    r"|\bsem altera|\bnenhuma altera"
    r"|\bnada (?:foi )?alterado|\bnessuna modifica|\b(?:nulla|niente) (?:è (?:stato )?)?(?:cambiato|modificato)"
    r"|\bgeen wijziging|\bniets (?:ge)?wijzig|\bongewijzigd\b|\binga (?:ä|ae)ndring|\bingen endring|\bingen ændring"
    r"|\bbrak zmian|\bnic (?:się )?nie (?:się )?zmieni|\bžádn[éáý] změn|\bbeze změn"
    r"|\bбез изменени|\bничего не измен|\bизменений нет"
    r"|\bбез змін|\bзмін немає|\bdeğişiklik (?:yok|yapılmadı)|\bei muutoksia|\bnincs változ|\bnicio modificare"
    r"|\btidak ada perubahan|\bkhông có thay đổi|没有(?:更改|变化|修改)|沒有(?:更改|變更)|未(?:更改|修改|變更)|無變更"
    r"|変更(?:は)?(?:ありません|なし)|변경 ?(?:사항)?이? ?(?:없|안)"
)
"""What says that all is as it was before, however short."""
