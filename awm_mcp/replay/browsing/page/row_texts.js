// For each shown row the first text in it that no other row has.
const css = q.items || (q.role && ROLE_CSS[q.role]) || 'tbody tr,[role=row],li';
const rows = all(css, roots()).filter(visible);
const held = rows.map(row => chunks(row));
return rows.map((row, i) => {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const text = shown(n.data);
    if (text.length > 1 && n.parentElement && visible(n.parentElement) && !held.some((h, j) => j !== i && h.has(fold(text)))) return text;
  }
  return shown(content(row)).slice(0, 120);
}).filter(Boolean);
