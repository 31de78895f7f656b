// What the ticks are called that are set in the entries beside that of a tick.
const saying = o => { const row = naturalRow(o); return names(o)[0] || labels(o)[0] || (row ? shown(row.textContent) : '') || 'another entry'; };
return !!given && given.isConnected ? tickedBeside(given).slice(0, 5).map(o => clip(saying(o), 60)) : [];
