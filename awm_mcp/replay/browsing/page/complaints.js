// Validation messages near an element: what the browser or the page says about the fields of its form.
const form = given.form || given.closest('form,fieldset,section,main') || document.body;
const said = [];
for (const el of form.querySelectorAll('input,select,textarea')) {
  if (el.willValidate && !el.validity.valid && visible(el)) said.push(`${labels(el)[0] || names(el)[0] || el.name}: ${el.validationMessage}`);
}
for (const el of form.querySelectorAll('[role=alert],[aria-live],.error,.invalid-feedback,[class*=error],[class*=invalid]'))
  if (visible(el) && !el.matches('input,select,textarea') && shown(content(el))) said.push(shown(content(el)));
const about = el => ['aria-errormessage', 'aria-describedby'].flatMap(key => (el.getAttribute(key) || '').split(/\s+/)).map(id => id && el.getRootNode().getElementById(id));
for (const el of form.querySelectorAll('input,select,textarea,[contenteditable]'))
  for (const note of about(el)) if (note && visible(note) && shown(content(note))) said.push(shown(content(note)));
return [...new Set(said)].slice(0, 3).join('; ').slice(0, 300);
