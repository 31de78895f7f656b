// A value that is set by pressing the buttons beside it ("-", 2, "+"): which one an element belongs to, what it reads, and
// its buttons. Votes look alike ("up", 12, "down"): only a field, or a plus or minus, tells for sure that it is none of these.
const MOST_LEVELS = 4, LONGEST_VALUE = 24;
// Where an element stands, for a list that is drawn anew as a whole with each press.
const wayTo = el => { const way = []; for (let n = el; n && n.parentElement; n = n.parentElement) way.unshift([...n.parentElement.children].indexOf(n)); return way; };
const it = given && given.isConnected ? given : (q.at || []).reduce((n, index) => n && n.children[index], q.at ? document.documentElement : null);
if (!it) return null;
const pressable = el => el.matches('button,[role=button],input[type=button],a') || (!el.querySelector(FIELD) && CLICK_HINTS.some(a => el.hasAttribute(a)));
const pressed = () => { for (let n = it, level = 0; n && level < 4; n = up(n), level++) if (pressable(n)) return n; return null; };
const isValue = el => el.matches('[role=spinbutton],input[type=number]') || (tag(el) === 'INPUT' && /^(text|tel)$/.test(el.type) && inText(el.value) !== null);
// The one number in a short text: "2", "2 adults", "1.5 kg". A mark before three digits may part thousands or decimals.
const inText = s => {
  const text = shown(s).replace(/[\u2212\u2013]/g, '-'), found = text.length <= LONGEST_VALUE ? text.match(/-?\d+(?:[.,]\d+)?/g) : null;
  if (!found || found.length !== 1 || /[$\u20ac\u00a3\u00a5%/]/.test(text) || /[.,]\d{3}$/.test(found[0])) return null;
  const before = text.slice(0, text.indexOf(found[0]));
  return before && !/^(?:[x\u00d7] ?|[^\d:]{1,12}: ?)$/i.test(before) ? null : Number(found[0].replace(',', '.'));
};
const reads = el => el.matches('input') ? inText(el.value) : el.hasAttribute('aria-valuenow') ? Number(el.getAttribute('aria-valuenow')) : inText(pageText(el));
const PLUS = /^[+\uff0b\u2795]$/, MINUS = /^[-\u2212\u2013\u2014\u2796\uff0d]$/, UP = /^[\u25b2\u25b4\u2191\u2303\u2c4f\u02c4]$/, DOWN = /^[\u25bc\u25be\u2193\u2304\u02c5]$/;
const MORE = /\b(increas|increment|plus\b|more\b|add one|erh\u00f6h|mehr\b|augment|plus de|aument|incrementa|m\u00e1s\b|sumar|di pi\u00f9|meer\b|verhoog|\u00f6ka|fler\b|zwi\u0119ksz|wi\u0119cej)|\u0431\u043e\u043b\u044c\u0448\u0435|\u0443\u0432\u0435\u043b\u0438\u0447|\u5897|\u589e/i;
const LESS = /\b(decreas|decrement|minus\b|less\b|fewer\b|reduce|remove one|verring|weniger\b|diminu|moins\b|r\u00e9dui|dismin|menos\b|restar|riduc|di meno|minder|verlaag|minska|f\u00e4rre|zmniejsz|mniej\b)|\u043c\u0435\u043d\u044c\u0448\u0435|\u0443\u043c\u0435\u043d\u044c\u0448|\u6e1b|\u51cf/i;
const MORE_ICON = /(^|[-_ #])(plus|increment|increase|add)(icon|circle|sign)?([-_ ]|$)/i, LESS_ICON = /(^|[-_ #])(minus|decrement|decrease|dash|remove|subtract)(icon|circle|sign)?([-_ ]|$)/i;
// Pages are turned by buttons on either side of a number, too.
const TURNS = /^[<>\u2039\u203a\u00ab\u00bb\u2190\u2192\u27e8\u27e9\u276e\u276f|]+$|\b(next|prev|previous|weiter|vor|zur\u00fcck|suivante?|pr\u00e9c\u00e9dente?|siguiente|anterior|successiv[ao]|precedente|volgende|vorige|n\u00e4sta|f\u00f6reg\u00e5ende|nast\u0119pn[ay]|poprzedni[ae]?)\b|(^|[-_ ])(next|prev|chevron-(left|right)|arrow-(left|right)|page-link)([-_ ]|$)/i;
const turns = el => [...names(el), shown(el.textContent), el.title, classes(el)].some(s => TURNS.test(s || '')) || !!el.closest('nav,[class*=pagina],[class*=pager],[class*=calendar],[class*=carousel],[role=grid]');
const classes = el => [el, ...el.querySelectorAll('*')].map(n => ['class', 'data-testid', 'data-icon', 'href', 'xlink:href'].map(a => n.getAttribute(a) || '').join(' ')).join(' ');
// 1: it raises, -1: it lowers, 0: not known; 2 and -2: an arrow, as votes have, too.
const wayOf = el => {
  const said = [...names(el), shown(el.textContent), el.value || '', el.getAttribute('title') || ''].filter(Boolean);
  if (said.some(s => PLUS.test(s))) return 1;
  if (said.some(s => MINUS.test(s))) return -1;
  if (said.some(s => MORE.test(s))) return 1;
  if (said.some(s => LESS.test(s))) return -1;
  if (said.some(s => UP.test(s))) return 2;
  if (said.some(s => DOWN.test(s))) return -2;
  return MORE_ICON.test(classes(el)) ? 1 : LESS_ICON.test(classes(el)) ? -1 : 0;
};
const leaves = box => [...box.querySelectorAll('*')].filter(n => visible(n) && !SKIP.has(tag(n)) && ![...n.children].some(c => shown(c.textContent)) && !n.closest('button,[role=button],a') && inText(pageText(n)) !== null);
const follows = (a, b) => !!(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
// The box around an element with one value in it and the buttons of the value.
const around = start => {
  for (let box = start.parentElement, level = 0; box && level < MOST_LEVELS; box = box.parentElement, level++) {
    const fields = [...box.querySelectorAll('input,[role=spinbutton]')].filter(f => isValue(f) && visible(f)), texts = fields.length ? fields : leaves(box);
    const buttons = [...box.querySelectorAll('button,[role=button],input[type=button],a,[onclick],[tabindex]')].filter(b => pressable(b) && rendered(b) && !texts.some(t => b.contains(t)) && !b.parentElement.closest('button,[role=button],a'));
    const enclosed = v => buttons.some(b => follows(b, v)) && buttons.some(b => follows(v, b)), values = texts.length > 1 ? texts.filter(enclosed) : texts;
    if (values.length > 1 || (texts.length > 1 && !values.length)) return null;
    if (!values.length || buttons.length < 2) continue;
    return { value: values[0], ...sorted(values[0], buttons) };
  }
  return null;
};
const sorted = (value, buttons) => {
  const one = way => { const found = buttons.filter(b => Math.sign(wayOf(b)) === way); return found.length === 1 ? found[0] : null; };
  const before = buttons.filter(b => follows(b, value)).pop(), after = buttons.find(b => follows(value, b));
  const raise = one(1) || (one(-1) ? (one(-1) === before ? after : before) : after), lower = one(-1) || (raise === after ? before : after);
  return { raise: raise || null, lower: lower === raise ? null : lower || null, told: [one(1), one(-1)].some(b => b && Math.abs(wayOf(b)) === 1), arrows: !!(one(1) && one(-1)) };
};
const own = isField(it) && isValue(it) ? it : null, button = own ? null : pressed();
let found = own || button ? around(own || button) : null;
if (found && (own ? found.value !== own : ![found.raise, found.lower].includes(button))) found = null;
if (!found || [found.raise, found.lower].some(b => b && turns(b)) || !(found.told || found.arrows || isField(found.value))) return null;
if (q.raise && button && found.raise !== button) { found.lower = found.raise; found.raise = button; }   // seen to raise it
if (q.ask === 'raise' || q.ask === 'lower' || q.ask === 'value') return found[q.ask];
if (q.ask === 'other') return found.raise === button ? found.lower : found.raise;
const now = reads(found.value), field = isField(found.value);
if (now === null || Number.isNaN(now)) return null;
// A button of words that tell no way ("Look up") may fill in the number as well: only more than one press tells that it steps it.
const isWorded = !!button && !wayOf(button) && names(button).some(said => /\p{L}{2}/u.test(said));
const off = b => !b ? 'absent' : enabled(b) ? 'open' : 'disabled', bound = (a, b) => found.value.getAttribute(a) || found.value.getAttribute(b) || '';
return { key: wayTo(found.value).join('.'), at: wayTo(it), now, text: clip(shown(field && found.value.matches('input') ? found.value.value : pageText(found.value)), LONGEST_VALUE), field, sure: found.told || (field && !isWorded),
  raise: off(found.raise), lower: off(found.lower), least: bound('min', 'aria-valuemin'), most: bound('max', 'aria-valuemax') };
