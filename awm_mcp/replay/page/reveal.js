// Where a hidden target may be reached from: the menu item to hover, or the one overflow button to open.
const t = { ...q.target, relaxed_role: true }, m = prepared(t), scopes = roots();
const OVERFLOW = /^(more|more (options|actions|items)|other actions|overflow( menu)?|…|\.\.\.|⋯|⋮|︙|•••|menu|actions|show more|all actions)$/i;
const pool = all('button,a,[role],li,input[type=submit],input[type=button],summary,[data-action],[onclick]', scopes);
const hidden = pool.filter(el => grade(t, m, el)[0] && !visible(el));
for (const el of hidden.length <= 3 ? hidden : []) {
  let n = up(el);
  while (n && !visible(n)) n = up(n);
  if (n && n.matches('li,nav,[role=menuitem],[class*=menu],[class*=dropdown],[class*=hover],[class*=row],[class*=item],[class*=card],td,tr')) {
    const openers = [...n.querySelectorAll('[aria-haspopup],[aria-expanded=false]')].filter(o => visible(o) && !o.disabled);
    if (!openers.length) return { hover: n.querySelector(':scope > a, :scope > button, :scope > span') || n, open: null, says: say(n) };
  }
}
const openers = all('button,a,[role=button],summary', scopes).filter(el => visible(el) && enabled(el) && el.getAttribute('aria-expanded') !== 'true' &&
  names(el).concat(shown(content(el))).some(s => OVERFLOW.test(s)));
const distance = (a, b) => { for (let n = a, d = 0; n; n = up(n), d++) if (within(n, b)) { let e = 0; for (let k = b; k && k !== n; k = up(k)) e++; return d + e; } return 999; };
const ranked = hidden.length ? openers.map(o => [o, Math.min(...hidden.map(h => distance(o, h)))]).sort((a, b) => a[1] - b[1]) : openers.map(o => [o, 0]);
const sole = ranked.length === 1 || (ranked.length > 1 && hidden.length && ranked[0][1] < ranked[1][1]);
return { hover: null, open: sole ? ranked[0][0] : null, says: sole ? say(ranked[0][0]) : '' };
