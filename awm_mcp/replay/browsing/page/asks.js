// The forms of a page that send at a press and ask for nothing more: [{carries, labels}]. carries: one of its fields holds what was typed.
const typed = q.texts.map(fold).filter(Boolean);
const buttonsOf = form => [...form.elements].filter(el => el.matches('button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]') && visible(el) && !el.disabled);
const isPost = form => (form.getAttribute('method') || '').toLowerCase() === 'post';
const holds = el => el.matches('input:not([type=password]),textarea,select') && typed.includes(fold(el.value));
const asksFor = el => el.matches('input:not([type=hidden]):not([type=submit]):not([type=image]):not([type=button]),textarea,select') && visible(el);
return all('form', roots()).filter(isPost).slice(0, 40).map(form => {
  const fields = [...form.elements];
  const labels = buttonsOf(form).map(el => names(el)[0] || el.value || shown(pageText(el))).filter(Boolean);
  return { carries: fields.some(holds), fields: fields.some(asksFor), labels };
}).filter(one => one.labels.length && (one.carries || !one.fields));
