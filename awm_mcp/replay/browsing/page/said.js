// What the page says at the end: its messages (alerts, status lines, flashes), then the beginning of its main text.
const MESSAGES = '[role=alert],[role=status],[role=alertdialog],[aria-live=polite],[aria-live=assertive],output,[class*=alert],[class*=flash],[class*=notice],[class*=message],[class*=toast],[class*=success],[class*=error],[class*=warning]';
const limit = q.limit;
if (document.designMode === 'on' || (document.body || {}).isContentEditable) return '';     // an editor: its text is what people write
const merelyLinks = el => [...el.querySelectorAll('a,button')].map(n => shown(content(n))).join(' ') === shown(content(el));
const found = all(MESSAGES, roots()).filter(el => !isField(el) && !el.closest('label,option,button,a') && visible(el) && !merelyLinks(el));
const outer = found.filter(el => !found.some(o => o !== el && o.contains(el) && shown(content(o)).length <= limit));
const texts = [...new Set(outer.map(el => shown(content(el))).filter(s => s.length > 1 && s.length <= limit))];
const first = texts.slice(0, 5).join(' | ');
const main = document.querySelector('main,[role=main],#content,#main,article') || document.body;
const lines = [];
let length = first.length;
const walker = document.createTreeWalker(main || document, NodeFilter.SHOW_TEXT);
for (let n = walker.nextNode(), count = 0; n && count < 3000 && length < limit; n = walker.nextNode(), count++) {
  const p = n.parentElement, text = shown(n.data);
  if (!text || first.includes(text) || !p || SKIP.has(tag(p)) || p.closest('nav,[contenteditable],textarea') || !visible(p)) continue;
  lines.push(text);
  length += text.length + 1;
}
return [first, lines.join(' ')].filter(Boolean).join(' | ');
