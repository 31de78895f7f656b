// Before a page's own code, in every frame: an account of what the page has set itself to do. It only listens; what the
// page's functions do, what they say of themselves and what they give back stays as it is.
(() => {
const KEY = Symbol.for('awm.timers');
if (window[KEY]) return;
const { setTimeout: later, requestAnimationFrame: onFrame, performance, Promise: Coming } = window;
const clock = () => performance.now();
const HEARD = new Set(['input', 'change', 'search', 'keydown', 'keypress', 'keyup', 'click', 'dblclick', 'submit', 'drop', 'blur', 'focusout']);
// Heard only after a step that points at something: on its way to other elements the pointer passes over everything.
const POINTED = new Set(['pointerover', 'pointerenter', 'pointermove', 'mouseover', 'mouseenter', 'mousemove']);
const TYPED = new Set(['input', 'search', 'keydown', 'keypress', 'keyup']);
const MOST = 2000;
// listened: which elements hear that they are pressed; leaves: by which events it hears that it is left; gone: it is being left; keeps: what it sends then is kept back.
// at: the last event of the user; drawn: a frame was drawn since; asked, posted, leaving: when the page last began a
// request, a task of its own or a way to another page; stored: what the browser kept for it before the first event; first: when that was; kept: when it
// last gave something to others (a database, the clipboard, a file, a worker); hears: it may change by what no account tells; framing:
// since when it asks for frame after frame; ends: it hears when an animation is over; connects: it hears that
// it is connected again; waits: when it last asked for its service worker. work, from: what a timer does, and since when the like was set.
const book = { window, leaves: new Set(), listened: new WeakSet(), keeps: false, gone: false, live: new Map(), beats: new Map(), made: new Map(), at: 0, typed: false, drawn: false, asked: -1e9, posted: -1e9, leaving: -1e9, framed: -1e9, framing: -1e9, ends: false, connects: false, waits: -1e9, pressed: 0, stored: null, first: 0, kept: 0, hears: false, pointing: false, running: null };
let frames = 0, waiting = [];
const draw = () => {
  const mine = ++frames;
  book.drawn = false;
  const shown = () => {
    if (mine !== frames) return;
    book.drawn = true;
    for (const tell of waiting.splice(0)) tell();
  };
  onFrame(() => later(shown, 0));
  later(shown, 50);                         // a frame that is not shown draws nothing
};
book.frame = () => new Coming(done => { waiting.push(done); });
// When the page has done what it has set off for at once; when it has drawn a frame since. Timers of the replay are none of the page's.
book.turn = () => new Coming(done => { later(done, 0); });
book.drew = longest => new Coming(done => { onFrame(() => later(done, 0)); later(done, longest); });
book.after = ms => new Coming(done => { later(done, ms); });
// Whether nothing is to come within so many milliseconds of a moment, by all accounts: of what the page has set itself since, or
// before for then, of a request, of frame after frame, or of its beat.
book.quietSince = (at, ms) => !book.hears && document.readyState === 'complete' && at - book.asked > 80
  && ![book.posted, book.framed, book.leaving, book.kept].some(one => one >= at - ms)
  && ![...book.live.values()].some(timer => timer.at >= at || timer.due <= at + ms) && ![...book.beats.values()].some(timer => timer.delay <= ms);
draw();
window.addEventListener('load', draw);
for (const kind of ['pagehide', 'unload', 'visibilitychange', 'pageshow']) window.addEventListener(kind, e => going(e), { capture: true });
// What the browser keeps for the page, without its numbers: visits are counted there, too.
const stored = () => {
  let h = 0;
  const add = text => { const plain = text.slice(0, 65536).replace(/\d+/g, '#'); for (let i = 0; i < plain.length; i++) h = h * 31 + plain.charCodeAt(i) | 0; };
  for (const name of ['localStorage', 'sessionStorage'])
    try { for (const [key, text] of Object.entries(window[name])) add(`${key}=${text}`); } catch { add(name); }
  try { add(document.cookie); } catch { add('cookie'); }
  return h;
};
// A click into a field of text, or leaving one, presses nothing.
const presses = e => e.key === 'Enter' || e.type === 'submit' || !(e.target instanceof Element && e.target.closest('textarea,[contenteditable],label,input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=image],[type=reset])'));
for (const kind of HEARD) window.addEventListener(kind, e => {
  if (book.running && !e.isTrusted) return;
  if (kind === 'blur' || kind === 'focusout') return;
  if (book.stored === null) { book.stored = stored(); book.first = clock(); }
  book.at = clock(); book.typed = TYPED.has(kind); book.pointing = false; draw();
  if (!book.typed || e.key === 'Enter') book.pressed = presses(e) ? book.at : book.pressed;
}, { capture: true, passive: true });
book.points = () => { book.at = clock(); book.typed = false; book.pointing = true; draw(); };

// A timer of one kind that is made again when the last one is over, with nothing done by the user meanwhile, twice, ticks.
const ticks = (timer, name) => {
  const key = `${timer.delay}|${name}`, last = book.made.get(key), again = last && last.at >= book.at && timer.at - last.at >= timer.delay;
  if (book.made.size > MOST) book.made.clear();
  const strikes = last ? last.strikes + (again ? 1 : 0) : 0;
  timer.from = last ? last.from : timer.at;
  book.made.set(key, { at: timer.at, from: timer.from, strikes });
  return strikes >= 2;
};
const made = (delay, work) => {
  const name = typeof work === 'function' ? work.name : '';
  const { running } = book, now = clock(), e = window.event;
  const heard = !running && (e ? HEARD.has(e.type) || book.pointing && POINTED.has(e.type) : !book.drawn && book.at > 0 && book.asked < book.at);
  const timer = { at: now, delay, work, from: now, due: now + delay, event: running ? running.event : heard, typed: running ? running.typed : heard && book.typed, asks: running ? running.asks : now - book.asked < 30, depth: running ? running.depth + 1 : 0, root: running ? running.root : now, ticking: false };
  timer.ticking = running ? running.ticking || !timer.event && ticks(timer, name) : !heard && ticks(timer, name);
  return timer;
};
const run = (timer, work, self, given) => {
  const before = book.running;
  book.running = timer;
  try { return Reflect.apply(work, self, given); } finally { book.running = before; }
};
// What was made goes out of the account when it is done; code given as text is not run from here, another timer tells its end.
const wrapped = (native, kind, span, once) => new Proxy(native, { apply(_, self, given) {
  const work = given[0];
  if (book.live.size > MOST) return Reflect.apply(native, self, given);
  const timer = made(span(given), work);
  if (!once) timer.ticking = true;
  let key;
  const done = () => { if (book.live.get(key) === timer) book.live.delete(key); };
  if (typeof work === 'function') given = [function (...said) { if (once) done(); return run(timer, work, this, said); }, ...given.slice(1)];
  const id = Reflect.apply(native, self, given);
  key = kind + id;
  (once ? book.live : book.beats).set(key, timer);
  if (once && typeof work !== 'function') later(done, timer.delay);
  return id;
} });
const ending = (native, kind) => new Proxy(native, { apply(_, self, given) {
  const answer = Reflect.apply(native, self, given);
  if (['number', 'string'].includes(typeof given[0])) { book.live.delete(kind + Number(given[0])); book.beats.delete(kind + Number(given[0])); }
  return answer;
} });
const noting = (native, note) => new Proxy(native, { apply(_, self, given) { note(); return Reflect.apply(native, self, given); } });
const put = (owner, name, make) => {
  const given = owner && Object.getOwnPropertyDescriptor(owner, name);
  if (given && typeof given.value === 'function') Object.defineProperty(owner, name, { ...given, value: make(given.value) });
};
const span = given => { const delay = typeof given[1] === 'number' || typeof given[1] === 'string' ? Number(given[1]) : 0; return delay > 0 ? delay : 0; };
put(window, 'setTimeout', native => wrapped(native, 't', span, true));
put(window, 'setInterval', native => wrapped(native, 't', span, false));
put(window, 'clearTimeout', native => ending(native, 't'));
put(window, 'clearInterval', native => ending(native, 't'));
put(window, 'requestIdleCallback', native => wrapped(native, 'i', () => 50, true));
put(window, 'cancelIdleCallback', native => ending(native, 'i'));
const asking = () => {
  book.asked = clock();
  for (const timer of book.live.values()) if (book.asked - timer.at < 30) timer.asks = true;
};
// What is sent while the document goes is told to nobody: it is kept here where nothing may be sent that writes.
const LEFT = new Set(['pagehide', 'beforeunload', 'visibilitychange']), ENDS = new Set(['animationend', 'transitionend', 'finish']);
const PRESSES = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend']);
const listening = native => new Proxy(native, { apply(_, self, given) { if (LEFT.has(given[0])) book.leaves.add(given[0]); if (ENDS.has(given[0])) book.ends = true; if (given[0] === 'online') book.connects = true; if (PRESSES.has(given[0]) && self instanceof Element) book.listened.add(self); return Reflect.apply(native, self, given); } });
put(EventTarget.prototype, 'addEventListener', listening);
const going = e => { if (e.isTrusted) book.gone = e.type !== 'pageshow' && (e.type !== 'visibilitychange' || document.visibilityState === 'hidden'); };
const keeping = (native, instead, note) => new Proxy(native, { apply(_, self, given) {
  if (book.keeps && book.gone) return instead();
  if (note) note();
  return Reflect.apply(native, self, given);
} });
put(window.Navigator && Navigator.prototype, 'sendBeacon', native => keeping(native, () => true));
put(window, 'fetch', native => keeping(native, () => new Coming(() => {}), asking));
put(window.XMLHttpRequest && XMLHttpRequest.prototype, 'send', native => noting(native, asking));
for (const owner of [window, window.MessagePort && MessagePort.prototype]) put(owner, 'postMessage', native => noting(native, () => { book.posted = clock(); }));
const keeps = native => noting(native, () => { book.kept = clock(); });
for (const [kind, names] of Object.entries({
  IDBObjectStore: ['add', 'put', 'delete', 'clear'], IDBCursor: ['update', 'delete'], Cache: ['add', 'addAll', 'put'], Worker: ['postMessage'],
  BroadcastChannel: ['postMessage'], RTCDataChannel: ['send'], Clipboard: ['write', 'writeText'], Document: ['execCommand'],
  FileSystemFileHandle: ['createWritable'], Navigator: ['share'],
})) for (const name of names) put(window[kind] && window[kind].prototype, name, keeps);
put(window.URL, 'createObjectURL', keeps);
put(window, 'print', keeps);
put(window, 'requestAnimationFrame', native => noting(native, () => { const now = clock(); if (now - book.framed > 100) book.framing = now; book.framed = now; }));
put(window.SyncManager && SyncManager.prototype, 'register', native => noting(native, () => { book.waits = clock(); }));
const ready = window.ServiceWorkerContainer && Object.getOwnPropertyDescriptor(ServiceWorkerContainer.prototype, 'ready');
if (ready) Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', { ...ready, get() { book.waits = clock(); return ready.get.call(this); } });
put(window.IDBFactory && IDBFactory.prototype, 'open', native => noting(native, () => { book.hears = true; }));
if (window.navigation) navigation.addEventListener('navigate', () => { book.leaving = clock(); });

const LONGEST = { field: 600, press: 1500, read: 1500 }, LOADED = { field: 1000, press: 300, read: 1000 };
book.counts = (timer, next) => {
  if (timer.ticking || timer.depth > 2) return false;
  if (timer.event) return timer.delay <= (timer.typed ? LONGEST[next] : Math.min(LONGEST[next], 800));
  if (timer.at < book.at) return false;
  return timer.delay <= (book.at ? (book.typed ? 500 : 150) : LOADED[next]);
};
// Milliseconds until the page has done what it set itself to do before the next action of a kind.
book.soon = next => {
  let left = 0;
  const now = clock();
  for (const timer of book.live.values()) if (timer.due > now - 250 && book.counts(timer, next)) left = Math.max(left, timer.due - now, 1);
  return left;
};
// Milliseconds until it has done what it has set since the last action, and not in a timer from before, of what it set for at most so
// long; of what beats since then the first time counts. asks: also what comes back by itself, as it asks for an outcome.
book.since = (longest, asks) => {
  const now = clock(), mine = t => t.root >= book.at && t.delay <= longest, once = [...book.live.values()].filter(t => (asks || !t.ticking) && mine(t));
  return Math.max(0, ...once.map(t => t.due - now), ...[...book.beats.values()].filter(mine).map(t => t.at + t.delay - now));
};
// What a timer plainly does when it only tidies up: something goes, is emptied or let be pressed again, or a class that shows it is
// taken off. Whatever else it may do, or call, may draw something.
const REF = String.raw`(?:document\.(?:querySelector|getElementById)\(['"][^'"]+['"]\)|[\w$.?]+)`, LITERAL = String.raw`['"][\w-]+['"]`;
const TIDIES = new RegExp(['', String.raw`!?${REF}\.(?:remove|close|hidePopover)\(\)`, String.raw`${REF}\.removeChild\([\w$.]+\)`, String.raw`(?:window\.)?clear(?:Timeout|Interval)\([\w$.]*\)`,
  String.raw`${REF}\.(?:textContent|innerText|innerHTML)=(?:''|""|null)`, String.raw`${REF}\.hidden=(?:true|!0)`, String.raw`${REF}\.disabled=(?:false|!1)`,
  String.raw`${REF}\.style\.(?:opacity=['"]?0['"]?|display=['"]none['"]|visibility=['"]hidden['"])`,
  String.raw`${REF}\.classList\.remove\((?!['"][\w-]*(?:hid|none|invis|collaps|clos|out|gone))${LITERAL}\)`,
  String.raw`${REF}\.classList\.add\(['"](?:[\w-]*-)?(?:hid\w*|out|leav\w*|exit\w*|clos\w*|gone|invisible)['"]\)`,
  String.raw`[\w$.]*set[A-Z]\w*\((?:null|false|!1|''|""|undefined|void 0)\)`].map(one => `^${one}$`).join('|'));
const tidies = timer => {
  if (typeof timer.work !== 'function') return false;
  const told = Function.prototype.toString.call(timer.work);
  if (told.length > 300 || told.includes('[native code]') || /\bnew [A-Z]|\bawait\b|\bthrow\b/.test(told)) return false;
  const plain = told.replace(/\b(?:window\.)?setTimeout\(/g, ';').replace(/,\s*[\d.e]+\s*\)/g, ';').replace(/(?:function\s*\w*\s*\([\w$, ]*\)|\([\w$, ]*\)\s*=>|[\w$]+\s*=>)/g, ';');
  return plain.replace(/\s+/g, ' ').replace(/[\w$.?!]+ ?&& ?/g, ';').split(/[;{}]/).every(one => TIDIES.test(one.replace(/^ ?if ?\([\w$.?! ]*\)/, '').replace(/ ?([=.]) ?/g, '$1').trim()));
};
// Milliseconds until the page has done what it has set itself since the last action, of what it set for at most so long and does not
// plainly tidy up with: timers, what beats since then, and animations of which it hears when they are over.
book.later = longest => {
  const now = clock(), mine = t => t.root >= book.at && t.delay <= longest && !(t.ticking && t.from < book.at);
  const once = [...book.live.values()].filter(t => mine(t) && !tidies(t)).map(t => t.due - now), beats = [...book.beats.values()].filter(mine).map(t => t.delay);
  const moves = document.getAnimations().filter(a => a.playState === 'running' && a.startTime >= book.at && hearsEnd(a)).map(a => a.effect.getComputedTiming().endTime - a.currentTime).filter(left => left <= longest);
  return Math.max(0, ...once, ...beats, ...moves, book.framing >= book.at && now - book.framed < 60 ? 60 : 0);
};
const hearsEnd = a => book.ends || ['onanimationend', 'ontransitionend'].some(name => window[name] || document[name] || a.effect.target && a.effect.target[name]) || !!a.onfinish;
book.still = () => {
  const now = clock();
  return document.readyState === 'complete' && book.drawn && !book.hears && now - book.asked > 80 && now - book.leaving > 80 && now - book.posted > 20;
};
// Whether the page has come to an end by all accounts: nothing is set for any time, however far, nothing ticks, moves or is drawn.
book.idle = () => book.still() && !book.live.size && !book.beats.size && clock() - book.framed > 500
  && !document.getAnimations().some(a => a.playState === 'running') && !document.querySelector('meta[http-equiv=refresh i],video,audio');
book.listens = () => { for (const kind of LEFT) if (window[`on${kind}`] || document[`on${kind}`]) book.leaves.add(kind); return book.leaves; };
// Whether anything of what was done may last: it was kept in the browser since the first event, given to others, or a way was taken.
book.connected = () => (book.connects || !!window.ononline) && navigator.onLine;
book.leftToWorker = () => book.waits > book.pressed && book.pressed > 0;
book.lasts = () => book.stored === null || book.stored !== stored() || book.kept > book.first || book.leaving > book.pressed;
// What is still to come of what the user did: [milliseconds left, set for, by all accounts to save it]; whether
// anything else may come of it, and the longest beat of the page that is no animation.
book.held = () => {
  const now = clock(), mine = t => t.event && !t.ticking && t.depth <= 3;
  const others = [...book.live.values()].some(t => !mine(t) && !t.ticking && t.at >= book.at && t.delay <= 1000);
  const beats = [...book.beats.values()].map(t => t.delay);
  return { set: [...book.live.values()].filter(mine).map(t => [Math.max(0, t.due - now), t.delay, t.typed || !t.asks]), open: book.hears || others || beats.length > 0, beat: Math.max(0, ...beats.filter(d => d >= 500 && d <= 6000)) };
};
Object.defineProperty(window, KEY, { value: book, enumerable: false });
})();
