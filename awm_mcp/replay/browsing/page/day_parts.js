// A day that is set in three fields, one each for day, month and year: what to put into each, and what they hold. Lists are known by
// what they offer, boxes to type into by what they are called.
const fields = [...given.querySelectorAll('select,input:not([type=hidden])')].filter(visible);
const [year, month, day] = q.date.split('-').map(Number);
const real = list => [...list.options].filter(o => shown(o.label) && o.value !== '' && !o.disabled);
const numbers = list => real(list).map(o => Number(shown(o.label)));
const CALLED = [['year', /year|jahr|ann[ée]e|a[ñn]o|anno|\bj(aar)?\b|yyyy/i], ['month', /month|monat|mois|mes\b|mese|maand|\bmm\b/i], ['day', /day|tag\b|jour|d[ií]a\b|giorno|dag\b|\bdd\b/i]];
const kindOf = field => {
  if (tag(field) !== 'SELECT') return (CALLED.find(([, said]) => said.test([...labelTexts(field), field.name, field.id, field.placeholder].join(' '))) || [''])[0];
  const counts = numbers(field), count = real(field).length;
  return counts.some(n => n > 1000) ? 'year' : count === 12 ? 'month' : counts.length >= 28 && Math.max(...counts) === 31 ? 'day' : '';
};
const optionFor = (list, kind) => {
  const found = kind === 'month' ? real(list)[month - 1] : real(list).find(o => Number(shown(o.label)) === (kind === 'year' ? year : day));
  return found ? [...list.options].indexOf(found) : -1;
};
const parts = fields.map(field => ({ field, kind: kindOf(field) }));
const complete = parts.length === 3 && ['year', 'month', 'day'].every(kind => parts.filter(p => p.kind === kind).length === 1);
const put = ({ field, kind }) => tag(field) === 'SELECT' ? optionFor(field, kind) : String({ year, month, day }[kind]).padStart(kind === 'year' ? 4 : 2, '0');
const holds = ({ field, kind }) => tag(field) === 'SELECT' ? field.selectedIndex === optionFor(field, kind) : Number(field.value) === { year, month, day }[kind];
return { fields: complete ? fields : [], told: JSON.stringify({ puts: complete ? parts.map(put) : [], held: complete && parts.every(holds), shows: complete ? fields.map(f => tag(f) === 'SELECT' ? shown((f.selectedOptions[0] || {}).label) : f.value).join(' ') : '' }) };
