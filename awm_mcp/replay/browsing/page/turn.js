// Turns to the next page of a list by the page's own control, with q.back to the one before; whether there was one.
if (q.back) { const back = pagesBack(roots()); if (back) back.click(); return !!back; }
const pager = pagerOf(roots());
if (pager && pager.number) window[Symbol.for('awm.pager')].number = pager.number;
if (pager) pager.one.click();
return !!pager;
