// Questions whether somebody is still there, since the session is about to end: the answer that keeps it changes nothing else.
// A question whether to be remembered on this device is none of them, and "OK" or "Yes" may answer either way.
const ENDS = new RegExp([
  "still there|still (here|working)|(session|sitzung|sesión|sessione?|sessão|sessie|sesja|seansi?|istunto)\\b.{0,60}\\b(expir|end|time|timing|abgelaufen|abläuft|läuft|expire|caduca|scad|termin|verloopt|verlopen|wygaś|wygas)",
  'expir.{0,50}\\bsession|session.?time.?out|inactiv|time.?out|(logged|signed) (out|off)\\b.{0,40}\\b(soon|in \\d|due|shortly)|(log|sign) you (out|off)\\b',
  'noch da\\b|inaktiv|toujours là|inactivité|sigue ahí|sigues ahí|inactividad|ancora (lì|qui)|inattività|ainda (está|estás) (aí|ali)|inatividade|er nog\\b|nog steeds|inactief|nadal (tu )?jest|bezczynno|вы ещ[её] здесь|бездейств|(сесси|сеанс).{0,40}исте|исте.{0,40}(сесси|сеанс)|orada mısın|oturumun',
  '(fortfarande|stadig|fortsatt|stadigvæk|ještě|stále) .{0,20}(där|der|tady|tu)\\b|inaktivit',
  'まだご利用|セッション.{0,20}(切れ|終了|期限)|会话.{0,10}(过期|超时|结束)|會話.{0,10}(過期|逾時)|세션.{0,20}(만료|종료)|아직 (계|이용)',
].join('|'), 'iu');
const KEEPS = new RegExp('^(' + [
  "(yes,? )?(i('|’)?m|i am) (still )?here", '(yes,? )?(please )?(stay|remain) (signed|logged)[ -]?(in|on)', '(yes,? )?keep me (signed|logged)[ -]?(in|on)',
  '(yes,? )?(continue|extend|renew|keep|resume) (my |the |your |this )?session', "(yes,? )?i('|’)?m still (working|there)", '(keep|continue) (working|browsing)', 'stay connected', 'more time', 'i need more time',
  '(ja,? )?(angemeldet|eingeloggt) bleiben', '(sitzung|session) (verlängern|fortsetzen|fortführen)', '(ja,? )?(ich bin )?noch da', 'weiter ?arbeiten',
  '(oui,? )?rester connecté(e|\\(e\\)|·e)?', '(prolonger|continuer|poursuivre) (ma |la )?session', '(oui,? )?je suis (toujours )?là',
  '(sí,? )?(mantener|continuar|extender|prolongar) (mi |la )?sesión( abierta| iniciada)?', '(sí,? )?(seguir|permanecer) conectad[oa]', '(sí,? )?sigo aquí',
  '(sì,? )?(resta|rimani) (connesso|collegato)', '(continua|prolunga|estendi) (la )?sessione', '(sì,? )?sono (ancora )?qui',
  '(sim,? )?(continuar|permanecer|manter-?(me|se)?) (conectad[oa]|ligad[oa])', '(continuar|prolongar|estender|manter) (a |minha )?sessão',
  '(ja,? )?(aangemeld|ingelogd) blijven', '(blijf|ik blijf) (aangemeld|ingelogd)', 'sessie (verlengen|voortzetten)',
  '(tak,? )?pozostań (zalogowan[ya]|w systemie)', '(przedłuż|kontynuuj) sesję', '(tak,? )?(wciąż )?jestem( tu)?',
  '(ja,? )?(förbli|fortsätt vara) inloggad', '(ja,? )?(forbliv|forbli) (logget ind|logget inn|innlogget|pålogget)', 'zůstat přihlášen(ý|a)?', 'prodloužit relaci', 'oturumu (sürdür|uzat|açık tut)',
  '(да,? )?(остаться|оставаться) (в системе|на сайте)', 'продлить сессию', 'продолжить (сессию|сеанс|работу)', 'продлить сеанс', '(да,? )?я (ещ[её] )?здесь',
  'ログインしたままにする', 'ログイン状態を維持(する)?', 'セッションを(延長|継続)(する)?', '保持登[录錄入]', '保持登入', '(继续|延长)会话', '로그인 (상태 )?유지', '세션 (연장|유지)',
].join('|') + ')[.!]?$', 'iu');
// What the button leads to by its markup is another page, or it sends a form.
const staysHere = n => tag(n) === 'A' ? /^\s*(#|javascript:|$)/i.test(n.getAttribute('href') || '') : !(n.form && n.type === 'submit' && (n.form.getAttribute('method') || 'get').toLowerCase() !== 'dialog');
const LONGEST_QUESTION = 600;
const keepersOf = (box, pressed) => {
  const says = shown(content(box));
  return says.length <= LONGEST_QUESTION && ENDS.test(says) ? pressed.filter(n => calledAs(n, KEEPS) && staysHere(n)) : [];
};
