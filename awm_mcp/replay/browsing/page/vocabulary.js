// What a label may be called instead: the common words of English interfaces, and how far two labels mean the same.
const SYNONYMS = [
  ['save', 'store', 'update', 'apply', 'submit', 'ok', 'keep'], ['create', 'add', 'new', 'save', 'submit', 'make', 'insert', 'log', 'record'],
  ['edit', 'modify', 'change', 'revise', 'adjust', 'rename', 'amend', 'update'], ['apply', 'use', 'ok', 'confirm', 'accept', 'set'],
  ['search', 'find', 'lookup', 'query'], ['filter', 'refine', 'narrow'], ['settings', 'options', 'preferences', 'configuration', 'setup'],
  ['done', 'complete', 'completed', 'finish', 'finished'], ['all', 'everything', 'any', 'every'], ['open', 'view', 'show', 'see', 'display', 'details'],
  ['assignee', 'assigned', 'owner', 'responsible'], ['close', 'closed', 'resolve', 'resolved', 'finish', 'end'], ['start', 'begin', 'launch', 'run'],
  ['signin', 'login', 'logon'], ['signout', 'logout', 'logoff'], ['signup', 'register', 'join', 'enroll'], ['basket', 'cart', 'bag', 'trolley'],
  ['todo', 'task', 'reminder'], ['next', 'continue', 'proceed', 'forward'], ['previous', 'back', 'prior'], ['list', 'column', 'lane'],
  ['more', 'other', 'additional', 'further'], ['entry', 'item', 'record', 'row'], ['choose', 'select', 'pick'], ['snooze', 'postpone', 'defer', 'later'],
  ['home', 'dashboard', 'overview', 'start'], ['people', 'members', 'users', 'team'], ['profile', 'account'], ['mail', 'email', 'message', 'messages'],
  ['inbox', 'messages'], ['compose', 'write', 'new', 'create'], ['reply', 'respond', 'answer'], ['star', 'favorite', 'favourite', 'like', 'bookmark'],
  ['attach', 'upload'], ['download', 'export'], ['upload', 'import'], ['copy', 'duplicate', 'clone'], ['move', 'transfer'], ['share', 'invite'],
  ['comment', 'note', 'remark'], ['report', 'reports', 'analytics', 'statistics', 'insights'], ['help', 'support'], ['sort', 'order', 'arrange'],
  ['category', 'categories', 'section'], ['tag', 'label'], ['due', 'deadline'], ['begin', 'start'], ['refresh', 'reload'], ['print', 'printout'],
  ['send', 'submit', 'post', 'publish'], ['quantity', 'qty', 'amount', 'count', 'pieces', 'units'], ['total', 'sum', 'amount'],
  ['topic', 'subject', 'theme', 'regarding'], ['contact', 'reach', 'write', 'ask'], ['message', 'text', 'body'], ['add', 'put', 'place'], ['post', 'publish', 'share'], ['schedule', 'book', 'reserve', 'plan'], ['archive', 'archived'], ['activate', 'enable'], ['move', 'shift'],
  ['repeating', 'recurring', 'recurrent', 'repeated', 'periodic'], ['money', 'funds'], ['link', 'connect'], ['primary', 'main', 'default'],
  ['notifications', 'alerts', 'notices'], ['filters', 'rules'],
];
const OPPOSITE = [
  ['open', 'close'], ['reopen', 'close'], ['show', 'hide'], ['enable', 'disable'], ['add', 'remove'], ['create', 'delete'], ['next', 'previous'], ['accept', 'decline'],
  ['accept', 'reject'], ['approve', 'reject'], ['follow', 'unfollow'], ['lock', 'unlock'], ['start', 'stop'], ['expand', 'collapse'], ['increase', 'decrease'],
  ['subscribe', 'unsubscribe'], ['archive', 'restore'], ['save', 'discard'], ['login', 'logout'], ['signin', 'signout'], ['activate', 'deactivate'],
  ['attach', 'detach'], ['join', 'leave'], ['mute', 'unmute'], ['pin', 'unpin'], ['star', 'unstar'], ['publish', 'unpublish'], ['read', 'unread'],
  ['undo', 'redo'], ['import', 'export'], ['buy', 'sell'], ['up', 'down'], ['yes', 'no'], ['first', 'last'], ['select', 'deselect'], ['upload', 'download'],
];
const STOP = new Set(['the', 'a', 'an', 'it', 'this', 'that', 'as', 'of', 'in', 'to', 'for', 'my', 'your', 'now', 'please', 'and', 'on', 'at', 'up']);
const LIGHT = new Set(['change', 'mark', 'set', 'go', 'project', 'page'].map(w => w.replace(/e$/, '')));   // words that add little
const HALF = new Set(['list', 'item', 'entry', 'menu', 'button', 'all', 'everyth', 'statu', 'detail']);
const JOINED = [[/\bto[\s-]?dos?\b/g, 'todo'], [/\b(sign|log)[\s-](in|out|up|on|off)\b/g, '$1$2'], [/\blook[\s-]up\b/g, 'lookup'], [/\be-mail\b/g, 'email'], [/\bset[\s-]up\b/g, 'setup'],
  [/\bget in touch( with us)?\b|\b(talk|speak|write) (to|with) us\b/g, 'contact us'],
  [/\b(amount|sum|total) due\b|\bgrand total\b|\btotal amount\b/g, 'total']];
const stem = w => w.length < 4 ? w : w.replace(/ies$/, 'y').replace(/(ing|ed|es|s)$/, m => w.length - m.length < 3 ? m : '').replace(/e$/, '');
const parts = s => JOINED.reduce((t, [from, to]) => t.replace(from, to), fold(s)).replace(/[^\p{L}\p{N}\s]/gu, ' ').split(/\s+/)
  .filter(w => w && !STOP.has(w) && !/^\d+$/.test(w)).map(stem);
const stems = sets => sets.map(set => new Set(set.map(stem)));
const SAME = stems(SYNONYMS), APART = stems(OPPOSITE);
const kin = (a, b) => a === b ? 1 : SAME.some(set => set.has(a) && set.has(b)) ? 0.8 : Math.min(a.length, b.length) >= 5 && (a.startsWith(b) || b.startsWith(a)) ? 0.7 : 0;
const weight = w => LIGHT.has(w) ? 0.3 : HALF.has(w) ? 0.5 : 1;
const covered = (a, b) => a.reduce((sum, x) => sum + weight(x) * Math.max(0, ...b.map(y => kin(x, y))), 0) / a.reduce((sum, x) => sum + weight(x), 0);
const opposed = (a, b) => APART.some(set => a.some(x => set.has(x) && b.some(y => y !== x && set.has(y) && !b.includes(x) && !a.includes(y))));
// "Liked" for "Like", "Following" for "Follow": what a control says once it was pressed, which pressing it again takes back.
const PARTICIPLE = /\p{L}{3,}(ed|ing)$/u, rawWords = s => fold(s).replace(/[^\p{L}\p{N}\s]/gu, ' ').split(/\s+/).filter(Boolean);
const root = w => stem(w).replace(/([bdgmnprt])\1$/, '$1');
// "Mark as closed" asks for what "Marked as closed" says.
const ASKED_AS = new Set(['mark', 'set', 'flag']);
const saysDone = (want, is) => {
  const a = rawWords(want), b = rawWords(is);
  if (a.some(x => PARTICIPLE.test(x))) return false;
  // "Assigned to" is the label of a choice, as "Assignee" is.
  const done = (y, next) => PARTICIPLE.test(y) && a.some(x => x !== y && (root(x) === root(y) || !/^(to|by|on|at|in)$/.test(next || '') && kin(stem(x), stem(y)) >= 0.8));
  const asked = ASKED_AS.has(b[0]) ? b.indexOf('as') : -1;
  return b.some((y, n) => done(y, b[n + 1]) && !(asked > 0 && n > asked));
};
// What makes another deed of it: more things at once, a second deed, another thing, the contrary of a word's own.
const WIDE = new Set(('all every everything everyone each both multiple bulk selected alle alles jede jeden sämtliche tout tous toutes todo todos todas tutti tutte tudo '
  + 'allemaal wszystkie wszystko všechny všechno alla allt kaikki все всё tümü hepsi').split(' '));
const WIDE_UNSPACED = /全部|全て|すべて|所有|모두|전체/;
const JOINING = /(?:^|\s)(?:and|&|\+|und|et|y|e|en|og|och|i|и|oraz|ve|then|plus)\s+(\S+)/u;
const CONTRARY = new Set(OPPOSITE.map(([, other]) => stem(other)));
const withoutCounter = s => fold(s).replace(/[\s([]*\d[\d.,]*\+?[)\]]?$/, '');
const strangersTo = (a, b) => b.filter(y => !a.some(x => kin(x, y) >= 0.7));
const widens = (want, is) => {
  const a = rawWords(want), b = rawWords(is), wide = words => words.some(w => WIDE.has(w));
  const numbers = (withoutCounter(is).match(/\d+/g) || []).filter(n => !want.includes(n));
  return (wide(b) && !wide(a)) || (WIDE_UNSPACED.test(is) && !WIDE_UNSPACED.test(want)) || (numbers.length > 0 && !/\s{2}/.test(want));
};
// "Open issues" for "Issues" are those in a state; settings and the like are in none, they are opened.
const STATES = new Set('open opened closed active inactive archived draft drafts pending unread done completed finished deleted starred recent overdue assigned'.split(' '));
const STATELESS = new Set('settings options preferences details filters actions tools notifications statistics analytics'.split(' '));
const ofState = (want, is) => {
  const a = rawWords(want), [first, ...rest] = rawWords(is), thing = a[a.length - 1] || '';
  return STATES.has(first) && rest.join(' ') === a.join(' ') && /[^s]s$/.test(thing) && !STATELESS.has(thing);
};
const anotherDeed = (want, is) => {
  if (ofState(want, is)) return true;
  const a = parts(want), b = parts(is), strange = strangersTo(a, b), lost = strangersTo(b, a);
  const joined = JOINING.exec(fold(is)), things = words => words.filter(w => weight(w) >= 0.5);
  if (widens(want, is) || (joined && !JOINING.test(fold(want)) && strange.includes(stem(joined[1])))) return true;
  if (strange.some(w => CONTRARY.has(w))) return true;
  // Words that have nothing in common are no other deed for sure, as those of another language.
  return strange.length < b.length && things(strange).length > 0 && (things(lost).length > 0 || things(a).length > 1);
};
// 1 = the same words, 0 = nothing in common or the opposite.
const compatible = (want, is) => {
  const a = parts(want), b = parts(is);
  return !a.length || !b.length || opposed(a, b) ? 0 : (covered(a, b) + covered(b, a)) / 2;
};
const OVERFLOW = new RegExp('^(' + [
  '(show |see )?more( options| actions| items)?', 'more .{1,40} (options|actions)', '(other|all) actions', '(open |show |toggle )?(the )?(options|actions|menu|dropdown|more)( menu| dropdown)?', '(overflow|kebab|context|action|actions|options)( menu)?', 'manage',
  '…|\\.\\.\\.|⋯|⋮|︙|•••|···|☰|[▾▼⌄﹀]', 'mehr( anzeigen| aktionen| optionen)?', 'weitere( aktionen| optionen)?', '(aktionen|optionen)( anzeigen)?', "plus( d['’](options|actions))?", "(autres )?(actions|options)", 'más( opciones| acciones)?', '(otras )?(acciones|opciones)',
  'altro|altre (azioni|opzioni)|(azioni|opzioni)', '(mais )?(ações|opções)|mais', 'meer( opties| acties)?|(acties|opties)', 'więcej( opcji| działań)?|(akcje|opcje)', '(fler|flere) (alternativ|valg|handlinger|åtgärder|indstillinger)|mer(e|a)?', '(další )?(možnosti|akce)|více', 'diğer( işlemler| seçenekler)?',
  '(ещ[её]|другие действия|действия|дополнительно)', 'その他(の(操作|オプション))?|メニュー|操作', '更多(操作|选项|選項)?|操作', '더 ?보기|기타|메뉴',
].join('|') + ')$', 'iu');
// A button that opens a menu and is drawn as an icon alone is one, too.
const opensMenu = el => ['menu', 'true'].includes(el.getAttribute('aria-haspopup')) && !/[\p{L}\p{N}]/u.test([...names(el), shown(content(el))].join(''));
const isOverflow = el => opensMenu(el) || names(el).concat(shown(content(el))).some(s => OVERFLOW.test(s));
// What opens a further menu, among what stands in one that is open.
const submenus = scopes => all('[role=menuitem],[role=menu] button,[role=menu] a', scopes).filter(el => visible(el) && enabled(el)
  && el.matches('[aria-haspopup]:not([aria-haspopup=false]):not([aria-haspopup=dialog]),[aria-expanded=false]') && !!el.closest('[role=menu],[popover],[class*=menu],[class*=dropdown]'));
// Under a dialog only when that is none of the target's own places: what the task opened itself is not put away.
const strange = (dialog, known) => !!dialog && !known.includes(fold(regionName(dialog)));
const uncoverable = (el, known) => {
  const b = el.getBoundingClientRect(), top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return strange(top && top.closest(DIALOGS), known);
};
// What lies over the whole window, if anything.
const layer = () => {
  for (let n = document.elementFromPoint(innerWidth / 2, innerHeight / 2); n && tag(n) !== 'BODY'; n = up(n)) {
    const b = n.getBoundingClientRect();
    if (styleOf(n).position === 'fixed' && b.width >= innerWidth * 0.95 && b.height >= innerHeight * 0.95) return n;
  }
  return null;
};
// ``known``: names of the target's places, the innermost last; where that one is shown, only what is in it is looked into.
const overflows = (scopes, known) => {
  const over = layer(), dialog = over && (over.matches(DIALOGS) ? over : over.querySelector(DIALOGS)), home = known[known.length - 1];
  const heads = home ? all('h1,h2,h3,h4,h5,h6,legend,[aria-label]', scopes) : [];
  const shownHome = heads.some(h => visible(h) && fold(h.getAttribute('aria-label') || content(h)) === home);
  return all('button,a,[role=button],summary', scopes).filter(el => openable(el) && isOverflow(el)
    && (!shownHome || landmarks(el).some(l => fold(l.name) === home))
    && (!over || within(over, el) || strange(dialog, known)) && (reachable(el) || uncoverable(el, known)));
};
const openable = el => visible(el) && enabled(el) && el.getAttribute('aria-expanded') !== 'true';
// How far apart two elements are in the tree.
const distance = (a, b) => {
  for (let n = a, d = 0; n; n = up(n), d++) if (within(n, b)) { let e = 0; for (let k = b; k && k !== n; k = up(k)) e++; return d + e; }
  return 999;
};
const openerOf = (el, openers) => openers.map(o => [o, distance(o, el)]).sort((a, b) => a[1] - b[1]).filter(([, d], i, all) => d < 8 && (i || all.length < 2 || d < all[1][1])).map(([o]) => o)[0] || null;
