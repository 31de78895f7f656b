// Changes a page of the practice shop as a redesign would; what changes depends on level and seed only. Classes and ids are
// renamed by the server (``shop_twins.py``), so that nothing here stands between the page's own scripts and the document.
(() => {
const { level, seed, words } = CONFIG;
const chance = (...key) => {
  let h = 2166136261;
  for (const letter of [seed, ...key].join('|')) h = Math.imul(h ^ letter.codePointAt(0), 16777619);
  h = Math.imul(h ^ h >>> 15, 2246822519);
  h = Math.imul(h ^ h >>> 13, 3266489917);
  return ((h ^ h >>> 16) >>> 0) / 2 ** 32;
};
const shuffled = (items, key) => items.map((item, at) => [chance(key, at), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);
const all = (css, inside = document) => [...inside.querySelectorAll(css)];
const made = (tag, attributes = {}, ...inside) => {
  const element = document.createElement(tag);
  for (const [name, given] of Object.entries(attributes)) element.setAttribute(name, given);
  element.append(...inside);
  return element;
};

// Level 2: the order of links and of a form's fields means nothing; nor does a box around an element.
const fieldsOf = form => all(':scope > label[for]', form).map(label => [label, label.nextElementSibling]);
function reorder() {
  all('header nav').forEach(nav => nav.append(...shuffled([...nav.children], 'nav')));
  all('main form').forEach((form, number) => {
    const fields = fieldsOf(form), mark = document.createComment('');
    if (fields.length < 2) return;
    fields.at(-1)[1].after(mark);
    for (const parts of shuffled(fields, 'form' + number)) mark.before(...parts);
    mark.remove();
  });
  if (chance('footer') < 0.5) all('footer').forEach(footer => footer.prepend(footer.lastElementChild));
}
function wrap() {
  all('body form, body article, body section, main h1, main > p, main div, main table, form > label, form > input, form > button, select, textarea')
    .filter((element, at) => element.type !== 'hidden' && !element.closest('p, label, ul, [hidden]') && chance('wrap', element.tagName, at) < 0.5)
    .forEach(element => {
      const box = made('div', { style: 'display: contents' });
      element.replaceWith(box);
      box.append(element);
    });
}

// Level 3: other words for the same things; the same words are called the same everywhere.
const other = text => words[text] && words[text][Math.floor(chance('word', text) * words[text].length)];
function reword() {
  for (const element of all('a, button, label, h1, h2, th')) {
    for (const node of element.childNodes) {
      const said = node.nodeType === Node.TEXT_NODE && other(node.data.trim());
      if (said) node.data = node.data.replace(node.data.trim(), said);
    }
  }
  for (const name of ['placeholder', 'aria-label', 'value']) {
    for (const element of all(`[${name}]:not(input[type=hidden])`)) {
      const said = other(element.getAttribute(name));
      if (said && (name !== 'value' || element.type === 'submit')) element.setAttribute(name, said);
    }
  }
}

// Level 4: the content is drawn later, and on one page of a visit a letter is offered at some moment.
function drawLater(page) {
  const main = document.querySelector('main'), content = [...main.childNodes];
  main.replaceChildren(made('p', {}, 'Loading…'));
  setTimeout(() => main.replaceChildren(...content), 300 + chance('later', page) * 500);
}
function offer() {
  const cover = made('div', { style: 'position:fixed;inset:0;z-index:50;display:grid;place-items:center;background:#0008' });
  const close = (text, label) => {
    const button = made('button', label ? { type: 'button', 'aria-label': label } : { type: 'button' }, text);
    button.addEventListener('click', () => cover.remove());
    return button;
  };
  const form = made('form', { action: '/newsletter', method: 'post' },
    made('input', { type: 'hidden', name: 'token', value: document.body.dataset.token }),
    made('input', { type: 'email', name: 'email', placeholder: 'Your email', 'aria-label': 'Your email', required: '' }), made('button', {}, 'Subscribe'));
  const dialog = made('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Newsletter', style: 'background:#fff;padding:2rem' },
    close('×', 'Close'), made('h2', {}, 'News from the workshop'), made('p', {}, 'Four letters a year, and nothing else.'), form);
  if (chance('thanks') < 0.5) dialog.append(close('No thanks'));
  cover.append(dialog);
  document.body.append(cover);
}

// Level 5: of every bar of links some stand in a menu that has to be opened.
function fold(bar, links, number) {
  const asMenu = chance('menu', number) < 0.5, list = made(asMenu ? 'div' : 'ul', { hidden: '' });
  if (asMenu) list.setAttribute('role', 'menu');
  list.style.cssText = 'position:absolute;background:#fff;border:1px solid #ccc;margin:0;padding:.5rem;z-index:5';
  const opener = made('button', { type: 'button', 'aria-haspopup': 'true', 'aria-expanded': 'false' }, chance('more', number) < 0.5 ? 'More' : '⋯');
  if (opener.textContent === '⋯') opener.setAttribute('aria-label', 'More options');
  const show = shown => { list.hidden = !shown; opener.setAttribute('aria-expanded', String(shown)); };
  opener.addEventListener('click', () => show(list.hidden));
  document.addEventListener('click', event => { if (!opener.contains(event.target)) show(false); });
  links[0].before(made('span', { style: 'position:relative' }, opener, list));
  for (const link of links) {
    if (asMenu) link.setAttribute('role', 'menuitem');
    list.append(asMenu ? link : made('li', {}, link));
  }
}
function overflow() {
  const bars = [...all('header nav'), ...all('footer p')].map(bar => [bar, all('a', bar)]);
  bars.forEach(([bar, links], number) => fold(bar, shuffled(links, 'fold').slice(0, Math.ceil(links.length / 2)), number));
}

function change() {
  const page = Number(sessionStorage.getItem('pages') || 0) + 1;
  sessionStorage.setItem('pages', page);
  if (level >= 2) { reorder(); wrap(); }
  if (level >= 3) reword();
  if (level >= 5) overflow();
  if (level < 4) return;
  drawLater(page);
  if (page === 1 + Math.floor(chance('page') * 3)) setTimeout(offer, chance('moment') * 1500);
}
document.addEventListener('DOMContentLoaded', change);
})();
