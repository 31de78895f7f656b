// What lies over an element, and the buttons in it that plainly put it away. Never one that accepts, but for staying signed in.
const PUT_AWAY = new RegExp('^(' + [
  '[×✕✖✗╳xX]', 'close( (dialog|banner|popup|window|this|message|notice|modal|overlay|chat|ad|advert(isement)?|survey|tour|offer|announcement|newsletter))?', 'dismiss',
  '(minimi[sz]e|hide)( (chat|this|window|banner|message))?', 'skip( (the |this )?(tour|intro(duction)?|tutorial|guide|survey|ad|step|for now))?', '(tour|einführung) überspringen', '(chat |fenster )?minimieren', 'passer( la visite)?', '(omitir|saltar)( el (recorrido|tour))?', 'salta( il tour)?', 'pular( o tour)?', 'overslaan', 'pomiń', 'hoppa över', 'spring over', 'пропустить', 'no,? thanks?( you)?', 'no thank you', 'not now', '(maybe |ask me )?later', 'remind me later',
  'schlie(ß|ss)en', '(fenster|dialog|meldung|hinweis|banner) schlie(ß|ss)en', 'nein,? danke', 'jetzt nicht', '(vielleicht )?später', 'überspringen', 'ausblenden',
  'fermer', 'non,? merci', 'pas maintenant', 'plus tard', 'cerrar', 'no,? gracias', 'ahora no', 'más tarde', 'chiudi', 'no,? grazie', 'non ora', 'più tardi',
  'fechar', 'não,? obrigad[oa]', 'agora não', 'mais tarde', 'sluiten', 'nee,? (bedankt|dank je)', 'niet nu', 'zamknij', 'nie,? dziękuję', 'nie teraz', 'później',
  'stäng', 'luk', 'lukk', 'ne[ji],? takk?', 'inte nu', 'ikke n[uå]', 'zavřít', 'ne,? děkuji', 'kapat', 'şimdi değil', 'закрыть', 'нет,? спасибо', 'не сейчас', 'позже',
  '閉じる', '後で', '关闭', '關閉', '以后再说', '不用了', '닫기', '나중에',
].join('|') + ')$', 'iu');
// These answer a question, so that they are taken only where the question is one about cookies.
const REFUSE = new RegExp('^(' + [
  '(reject|decline|refuse|deny)( all)?( cookies)?', '(use )?only( use)? (necessary|essential|required)( cookies)?', '(use )?(strictly )?(necessary|essential|required)( cookies)? only', 'continue without accepting',
  '(alle )?ablehnen', 'alle(s)? ablehnen', '(alle )?cookies ablehnen', 'nur (notwendige|erforderliche|essenzielle)( cookies)?( erlauben| akzeptieren)?', '(tout )?refuser', 'continuer sans accepter', 'rechazar( todo| todas)?( las cookies)?', 'sólo (las )?necesarias',
  'rifiuta( tutt[oi])?', 'continua senza accettare', '(rejeitar|recusar)( tudo| todos)?', '(alles )?weigeren', 'alleen noodzakelijk(e)?( cookies)?', 'odrzuć( wszystk(o|ie))?', '(avvisa|neka|afvis|avvis)( alla| alle)?', 'odmítnout( vše)?', '(tümünü )?reddet',
  'отклонить( все)?', '(すべて)?拒否(する)?', '(全部)?拒绝', '(全部)?拒絕', '(모두 )?거부',
].join('|') + ')$', 'iu');
const OF_COOKIES = /cookie|consent|gdpr|datenschutz|クッキー|쿠키/iu;
const coverOf = el => {
  const b = el.getBoundingClientRect();
  const x = Math.min(Math.max(b.x + b.width / 2, 1), innerWidth - 1), y = Math.min(Math.max(b.y + b.height / 2, 1), innerHeight - 1);
  const top = hitAt(x, y);
  if (!top || within(el, top) || within(top, el)) return { top: null, box: null };
  const own = ownDialogs(keeper());
  let box = null;
  for (let n = top; n && tag(n) !== 'BODY'; n = up(n)) {
    if (within(n, el) || own.some(one => within(n, one))) break;
    const style = styleOf(n);
    if (['dialog', 'alertdialog'].includes(role(n)) || n.getAttribute('aria-modal') === 'true' || ['fixed', 'sticky', 'absolute'].includes(style.position)) box = n;
  }
  return { top, box };
};
const calledAs = (n, wanted) => [...names(n), n.getAttribute('aria-label') || '', n.title || ''].some(s => wanted.test(shown(s).trim()));
const isOfCookies = box => {
  const about = [box, ...inside('[role=dialog],[aria-label],[id*=cookie],[class*=cookie]', box)].map(n => `${n.id} ${n.getAttribute('class') || ''} ${regionName(n)}`);
  return OF_COOKIES.test(`${about.join(' ')} ${shown(content(box))}`);
};
const closersOf = (box, ofCookies = isOfCookies(box)) => {
  const pressed = pressedIn(box), refusing = ofCookies ? pressed.filter(n => calledAs(n, REFUSE)) : [];
  const plain = pressed.filter(n => calledAs(n, PUT_AWAY) || calledAs(n, DECLINES));
  return [...keepersOf(box, pressed), ...refusing, ...plain, ...crossesOf(box, pressed), ...notedOf(box, pressed)];
};
