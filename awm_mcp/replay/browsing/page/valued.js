// A control that holds one number and that keys move: a slider, or a field with steps. What it reads now, and where it stands.
const MOVED = 'input[type=range],[role=slider]', STEPPED = 'input[type=number],[role=spinbutton]';
const it = given && given.isConnected ? given : (q.at || []).reduce((n, index) => n && n.children[index], q.at ? document.documentElement : null);
const el = it && (tag(it) === 'LABEL' && it.control ? it.control : it);
if (!el || !el.matches(`${MOVED},${STEPPED}`) || el.isContentEditable) return null;
const said = tag(el) === 'INPUT' && ['range', 'number'].includes(el.type) ? el.value : el.getAttribute('aria-valuenow') ?? '';
const at = []; for (let n = el; n.parentElement; n = n.parentElement) at.unshift([...n.parentElement.children].indexOf(n));
const bound = (own, told) => tag(el) === 'INPUT' && el[own] || el.getAttribute(told) || '';
return { at, now: said.trim() === '' || Number.isNaN(Number(said)) ? null : Number(said), slides: el.matches(MOVED), least: bound('min', 'aria-valuemin'), most: bound('max', 'aria-valuemax') };
