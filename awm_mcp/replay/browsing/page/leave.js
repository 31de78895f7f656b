// Has the page save what it only saves when it is left, without leaving it: a window that is put away and comes back tells
// its page the same. Whether there was anything that listens.
let heard = false;
for (const book of books()) {
  const { window: win } = book, doc = win.document, leaves = book.listens();
  if (leaves.has('beforeunload')) { heard = true; win.dispatchEvent(new win.Event('beforeunload', { cancelable: true })); }
  if (book.connected()) { heard = true; win.dispatchEvent(new win.Event('online')); }
  if (leaves.has('pagehide')) {
    heard = true;
    for (const kind of ['pagehide', 'pageshow']) win.dispatchEvent(new win.PageTransitionEvent(kind, { persisted: true }));
  }
  if (leaves.has('visibilitychange')) {
    heard = true;
    Object.defineProperty(doc, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(doc, 'hidden', { value: true, configurable: true });
    try { doc.dispatchEvent(new win.Event('visibilitychange', { bubbles: true })); } finally { delete doc.visibilityState; delete doc.hidden; }
    doc.dispatchEvent(new win.Event('visibilitychange', { bubbles: true }));
  }
}
return heard;
