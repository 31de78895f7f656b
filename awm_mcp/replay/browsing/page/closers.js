// What else puts a cover away: a cross without a name, a refusal in a whole sentence, the one word under a notice; and the way
// to the refusal of a question about cookies, where that is on a second page of it.
const PRESSED = 'button,a,[role=button],input[type=button],input[type=submit]';
// The elements in a box, those in open shadow roots in it, too.
const inside = (css, box) => [...box.querySelectorAll(css), ...[box, ...box.querySelectorAll('*')].flatMap(n => n.shadowRoot ? inside(css, n.shadowRoot) : [])];
const pressedIn = box => inside(PRESSED, box).filter(visible);
const LETTERS = /[\p{L}\p{N}]/u;
const isNameless = n => ![...names(n), shown(content(n))].some(s => LETTERS.test(s));
const CLOSES = /(^|[\s_-])(close|dismiss)(r|able|[\s_-]?(btn|button|icon))?($|[\s_-])/i;
const calledClose = n => CLOSES.test(`${n.getAttribute('class') || ''} ${n.id}`) || ['data-dismiss', 'data-bs-dismiss', 'data-close'].some(a => n.hasAttribute(a));
// Icons alone do not tell: in the upper corner of a dialog stands what closes it, if it is the only one there without a name.
const CORNER = 60;
const inCorner = (n, box) => {
  const all = shown(content(box));
  let panel = n;
  while (panel !== box && shown(content(panel)) !== all) panel = up(panel) || box;
  const b = n.getBoundingClientRect(), p = panel.getBoundingClientRect();
  return b.width <= CORNER && b.height <= CORNER && Math.abs(b.top - p.top) < CORNER && Math.min(Math.abs(p.right - b.right), Math.abs(b.left - p.left)) < CORNER;
};
const crossesOf = (box, pressed) => {
  const bare = pressed.filter(n => isNameless(n) && staysHere(n)), called = bare.filter(calledClose);
  const dialog = box.matches(DIALOGS) || !!box.querySelector(DIALOGS);
  return called.length ? called : bare.length === 1 && dialog && LETTERS.test(content(box)) && inCorner(bare[0], box) ? bare : [];
};
// "No thanks, I do not want a discount": said by who is asked, and of nothing that goes.
const DECLINES = /^no,? thanks?( you)?[\s,.;:!\u2013\u2014-]+(i|we|maybe|not)\b(?!.*\b(cancel|delet|remov|leav|unsubscrib|continu|proceed|clos|end)).{0,80}$/i;
// A dialog with nothing in it but one word to press: it tells something, and leaves no choice.
const NOTED = new RegExp('^(' + [
  'ok(ay)?', '(ok,? )?got it', '(yes,? |ok,? )?i understand', 'understood', 'all ?right', 'verstanden', '(ok,? )?alles klar', "(j['’]ai )?compris", "d['’]accord", 'entendido', 'de acuerdo', 'aceptar', 'ho capito', 'va bene',
  'entendi', 'ok,? entendi', 'begrepen', 'ik begrijp het', 'rozumiem', '(jag )?förstår', 'uppfattat', 'forstått', 'forstået', 'rozumím', 'selvä', 'anladım', 'tamam', 'понятно', 'ясно', 'хорошо', 'ок',
  'わかりました', '了解(しました)?', '确定', '確定', '知道了', '我知道了', '好的', '확인', '알겠습니다',
].join('|') + ')[.!]?$', 'iu');
const LONGEST_NOTICE = 600;
const notedOf = (box, pressed) => {
  const says = shown(content(box)), dialog = box.matches(DIALOGS) ? box : box.querySelector(DIALOGS);
  if (!dialog || role(dialog) === 'alertdialog' || pressed.length !== 1 || inside(FIELD, box).some(visible)) return [];
  return says.length <= LONGEST_NOTICE && !/[?？]/.test(says) && !OF_COOKIES.test(says) ? pressed.filter(n => calledAs(n, NOTED) && staysHere(n)) : [];
};
// Behind it stands what can be refused. The choice that is shown there first is none of the caller's.
const MANAGES = new RegExp('^(' + [
  '(manage|customi[sz]e|change|view|set|show)( (my|your|cookie|privacy|all))*( (preferences|settings|options|choices|cookies|purposes))?', '(cookie |privacy )?(settings|preferences)', 'more (options|choices)', 'let me choose',
  '(cookie-?)?einstellungen( (verwalten|anpassen|ändern))?', 'mehr optionen', 'param(é|e)trer( les cookies| mes choix)?', 'personnaliser( mes choix)?', 'gérer( (les|mes) (cookies|choix|préférences))?', 'plus d.options',
  '(configurar|gestionar|personalizar)( (las |mis )?(cookies|opciones|preferencias))?', 'más opciones', '(gestisci|personalizza)( (le )?(preferenze|opzioni|cookie))?', 'più opzioni', 'personalizar|gerir cookies|mais opções',
  '(instellingen|voorkeuren)( (beheren|aanpassen|wijzigen))?', 'meer opties', 'ustawienia( cookies| plików cookie)?', 'dostosuj', 'inställningar', 'indstillinger', 'innstillinger', 'настройки( cookie)?', 'настроить',
].join('|') + ')$', 'iu');
const managesOf = box => isOfCookies(box) ? pressedIn(box).filter(n => calledAs(n, MANAGES) && staysHere(n)) : [];
// What covers a page and has nothing to press or to fill in goes with Escape, or by a click beside it.
const isBare = box => !pressedIn(box).length && !inside(FIELD, box).some(visible) && !inside('iframe,video', box).length;
