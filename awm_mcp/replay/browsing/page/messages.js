// The messages that are shown now, with their tone, and the fields that are marked as wrong. ``strong``: said as an alert.
const LONGEST = 300;
if (document.designMode === 'on' || (document.body || {}).isContentEditable) return [];     // an editor: its text is what people write
const told = [];
const take = (el, strong) => {
  if (isField(el) || !visible(el) || el.closest('button,a,option')) return;
  const text = shown(content(el));
  if (text.length < 2 || text.length > LONGEST || told.some(m => m.text === text)) return;
  const worn = dress(el, text), good = GOOD.test(worn), bad = BAD.test(worn);
  told.push({ text, strong, tone: good ? 'good' : bad ? 'bad' : '', heading: false, near: nearField(el) });
};
for (const el of all(STRONG, roots())) take(el, true);
for (const el of document.querySelectorAll('input,select,textarea')) {
  if (!visible(el) || !(el.getAttribute('aria-invalid') === 'true' || el.matches(':user-invalid'))) continue;
  const by = byId(el, el.getAttribute('aria-errormessage') || ''), why = el.validationMessage || (by ? shown(content(by)) : '') || 'not accepted';
  told.push({ text: clip(`${labels(el)[0] || names(el)[0] || el.name || 'a field'}: ${why}`, LONGEST), strong: true, tone: 'bad', heading: false, near: true });
}
for (const el of all(WEAK, roots()).filter(el => !isWorkedIn(el)).slice(0, 60)) take(el, false);
for (const el of all('h1,h2', roots())) {
  const text = shown(content(el));
  if (visible(el) && text.length > 1 && text.length <= LONGEST && !told.some(m => m.text === text)) told.push({ text, strong: false, tone: '', heading: true });
}
return told.slice(0, 40);
