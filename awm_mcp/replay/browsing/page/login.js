// Whether the page is one to sign in on, or what lies over it (over): a single shown password field that is not for a new password.
const fields = all('input[type=password]', roots()).filter(visible);
const lies = el => { for (let n = el; n && tag(n) !== 'BODY'; n = up(n)) if (/dialog/.test(role(n)) || ['absolute', 'fixed'].includes(styleOf(n).position)) return true; return false; };
return fields.length === 1 && fields[0].autocomplete !== 'new-password' && (!q.over || lies(fields[0]));
