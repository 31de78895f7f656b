// Whether acting on an element would change something on the site, judged from the page before acting: why in words, or the
// address that it only asks for, whose words decide.
const COMMIT = /^(save|submit|delete|remove|create|pay|order|buy|purchase|send|confirm|update|close|publish|post|place|book|reserve|apply for|approve|reject|merge|archive|cancel|assign|log|mark|done|finish|complete|checkout|transfer|upload|invite|subscribe|unsubscribe|add|reopen|resolve|store|discard|set|snooze)\b/i;
const HARMLESS = /^(search|find|filter|go|look up|log ?in|sign ?in|login|close|cancel|apply filter)$/i;
const el = given, form = el.form || el.closest('form');
const signIn = f => f && f.querySelectorAll('input[type=password]').length === 1 && !f.querySelector('[autocomplete=new-password]');
const sent = f => ((f && f.getAttribute('method')) || 'get').toLowerCase() === 'post' && !signIn(f);
const button = el.closest('button,input[type=submit],input[type=image],[role=button],a,[role=menuitem],[role=option]') || el;
const name = shown(names(button)[0] || pageText(button) || '');
const method = (button.getAttribute('data-method') || button.getAttribute('data-turbo-method') || 'get').toLowerCase();
// One field of text that is sent by POST may be a search; the words of its address decide.
const typed = f => [...f.elements].filter(n => n.matches('textarea,input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=checkbox]):not([type=radio])'));
const posted = (f, why) => typed(f).length === 1 && !typed(f)[0].matches('textarea,[type=file]') ? { ...asked(f), posts: why } : why;
const asked = f => ({ address: new URL(f.getAttribute('action') || location.href, location.href).pathname });
if (q.action === 'press' && (q.key !== 'Enter' || el.matches('textarea') || !form)) return '';
if (q.action === 'press') return sent(form) ? posted(form, 'the key sends a form by POST') : signIn(form) ? '' : asked(form);
if (!['click', 'dblclick'].includes(q.action)) return '';
if (['hx-post', 'hx-put', 'hx-patch', 'hx-delete'].some(a => button.hasAttribute(a))) return 'it sends a request that is no GET';
if (method !== 'get') return `it sends a ${method.toUpperCase()} request`;
if (form && signIn(form)) return '';
const submits = button.matches('input[type=submit],input[type=image]') || (tag(button) === 'BUTTON' && (button.type || 'submit') === 'submit' && form);
if (submits && sent(form) && !HARMLESS.test(name)) return posted(form, 'it sends a form by POST');
if (submits && form && !sent(form) && (form.getAttribute('method') || '').toLowerCase() === 'get') return asked(form);
const linkAway = tag(button) === 'A' && button.getAttribute('href') && !button.getAttribute('href').startsWith('#') && !/^javascript:/i.test(button.getAttribute('href'));
if (linkAway) return { address: button.pathname + button.search };
if (HARMLESS.test(name)) return '';
const opens = button.getAttribute('aria-haspopup') || button.hasAttribute('data-bs-toggle') || button.getAttribute('aria-expanded') !== null;
if (opens || isField(button)) return '';
return COMMIT.test(name) ? `its name is "${name.slice(0, 60)}"` : '';
