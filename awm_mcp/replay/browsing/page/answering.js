// How the library is asked: questions come as JSON and answers go as JSON. `run` answers one question; `parse` and `stringify`
// are the browser's own, from before the page's scripts. Answers are data of the scripts' own, never objects of the page.
let last = null, looked = null;
const withoutTheirs = data => {
  // Old libraries give all arrays, or all objects, a toJSON that makes a text of them.
  if (data === null || typeof data !== 'object') return data;
  Object.defineProperty(data, 'toJSON', { value: undefined });
  Object.values(data).forEach(withoutTheirs);
  return data;
};
const asJson = answer =>
  stringify([].toJSON || {}.toJSON ? withoutTheirs(answer) : answer, (_, one) => (one === undefined ? null : one));
const JSON = { parse, stringify: asJson }; // for the scripts, too
const whenKnown = (answer, then) => (answer && typeof answer.then === 'function' ? answer.then(then) : then(answer));
const answer = (asked, given) => { const [name, q] = parse(asked); return run(name, q, given); };
const tried = async (name, q, given) => {
  try { return { told: await run(name, q, given) }; } catch (broken) { return { broken: `${broken}` }; }
};
const looking = (q, also) => {
  const { element, report } = run('resolve', q, null), told = parse(report);
  last = element;
  told.also = {};
  for (const [name, one] of element ? Object.entries(also) : []) {
    try { told.also[name] = run(one.script || name, one, element); } catch (broken) { if (!one.maybe) throw broken; }
  }
  return asJson(told);
};
return {
  answer,
  told: (asked, given) => whenKnown(answer(asked, given), asJson),
  all: async (asked, given) => asJson(await Promise.all(parse(asked).map(([name, q]) => run(name, q, given)))),
  // Several questions; those that are to wait are answered when the others are, and the page has done what these set off at once.
  each: async (asked, given) => {
    const all = parse(asked), told = waits => Promise.all(all.map(([name, q, later], i) => (!later === !waits ? tried(name, q, given[i]) : null)));
    const first = await told(false), rest = all.some(one => one[2]);
    if (rest && window[Symbol.for('awm.timers')]) await window[Symbol.for('awm.timers')].turn();
    const then = rest ? await told(true) : [];
    return asJson(first.map((one, i) => one || then[i]));
  },
  look: asked => {
    const [q, also] = parse(asked), book = q.ahead === 'all' && window[Symbol.for('awm.timers')];
    return (looked = book && !book.drawn ? book.frame().then(() => looking(q, also)) : looking(q, also));
  },
  warm: asked => {
    const form = document.createElement('form'), button = document.createElement('button');
    button.textContent = 'a';
    form.append(button, document.createElement('input'));
    document.body.append(form);
    for (const [name, q] of parse(asked)) try { run(name, q, button); } catch { /* what it got to is compiled */ }
    form.remove();
  },
  taken: async () => { await looked; const element = last; last = looked = null; return element; },
};
