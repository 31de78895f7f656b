// The control by which a script shows further pages of a list: for the next page, for more entries, or the number of a page. It has no
// address of its own, as links have; nothing where there is none, or not only one, or where the list ends.
const PAGER_BOX = /(?:^|[\s_-])pag(?:er|es|ing|ina\w*)(?:$|[\s_-])/i, PAGE_OF = /\d+\s*(?:[-–—]\s*\d+\s*)?(?:\/|of|von|de|di|van|av|af|z|из|sur|out of)\s*\d/i;
const ONWARD = /^[›»→>❯▶⟩]{1,2}$/, TO_END = '(?:\\s*[>›»→❯▶↓▼…]*|\\.{3})$';
const TO_NEXT = new RegExp('^(?:go to )?(?:the )?(?:next|older|weiter|nächste|naechste|vor|suivante?s?|siguientes?|próxim[ao]|proxim[ao]|seguinte|successiv[ao]|avanti|'
  + 'prossim[ao]|volgende|nästa|næste|neste|seuraava|następn[ay]|dalej|další|ďalšia|следующ\\S+|далее|вперёд|наступн\\S+|sonraki|ileri|következő|următo\\S+|'
  + 'επόμεν\\S+|次(?:へ|の\\S+)?|下一[页頁]|다음|التالي|הבא|berikutnya|tiếp)(?: (?:page|seite|página|pagina|sida|side|sivu|strona|stránka|страница|sayfa|results|items|entries))?' + TO_END, 'i');
const FOR_MORE = new RegExp('^(?:(?:load|show|view|see|get|display)(?: \\d+)? more|more (?:results|items|entries)|weitere\\S*(?: \\S+)? (?:laden|anzeigen)|mehr (?:laden|anzeigen)|'
  + '(?:voir|afficher|charger) (?:plus|la suite)|(?:cargar|ver|mostrar) más|(?:carregar|ver|mostrar) mais|(?:carica|mostra|vedi) (?:altr[ioe]|di più)|(?:meer|laad meer|toon meer)(?: laden| tonen)?|'
  + '(?:visa|ladda) (?:fler|mer)|(?:vis|indlæs|last inn) (?:flere|mer|mere)|(?:näytä|lataa) lisää|(?:pokaż|załaduj|wczytaj) więcej|(?:načíst|zobrazit) další|(?:показать|загрузить) (?:ещё|еще|больше)|'
  + 'daha fazla(?: \\S+)?|もっと(?:見る|読み込む)|さらに(?:表示|読み込む)|(?:加载|查看|显示)更多|載入更多|더 ?보기|تحميل المزيد)(?: (?:results|items|entries))?' + TO_END, 'i');
const BACKWARD = /^[‹«←<❮◀⟨]{1,2}$/;
const TO_BACK = /prev|back|newer|zurück|vorige|précéd|anterior|preced|vorig|föreg|forrige|edellinen|poprz|předch|назад|предыд|önceki|geri|前|上一|이전/i;
const asNumber = said => /^(?:page |seite |página |pagina )?(\d{1,4})$/i.exec(said);
// Grids of days turn months; a grid of entries may hold its own pager, below its rows.
const isOfGrid = el => !!el.closest('[role=grid]') && (!!el.closest('[role=row],[role=rowgroup],tr') || !boxed(el));
const pressesOf = scopes => {
  const leads = el => tag(el) === 'A' && /^(?!#|javascript:|\s*$)/i.test(el.getAttribute('href') || '');
  const sends = el => el.form && (el.form.getAttribute('method') || '').toLowerCase() === 'post' && el.type !== 'button';
  const OTHERS = '[role=dialog],dialog,[role=tablist],[aria-roledescription=carousel],[class*=carousel],[class*=slider],[class*=calendar],[class*=picker]';
  return all('button,a,[role=button],[role=link],input[type=button]', scopes).filter(el => visible(el) && !leads(el) && !sends(el) && !el.closest(OTHERS) && !isOfGrid(el));
};
const saysOf = el => names(el).concat(shown(content(el))).filter(Boolean);
const isBack = el => saysOf(el).some(said => TO_BACK.test(said) || BACKWARD.test(said));
const isDead = el => !enabled(el) || !!el.closest('[aria-disabled=true],.disabled,[disabled]');
const pagesBack = scopes => {
  const presses = pressesOf(scopes), besideNext = el => some(el, 3, n => presses.some(one => one !== el && within(n, one) && saysOf(one).some(said => TO_NEXT.test(said))));
  return presses.find(el => isBack(el) && !isDead(el) && (boxed(el) || besideNext(el))) || null;
};
const some = (el, most, fits) => { for (let n = up(el), i = 0; n && n !== document.body && i < most; n = up(n), i++) if (fits(n)) return true; return false; };
const boxed = el => some(el, 4, n => PAGER_BOX.test(`${n.getAttribute('class') || ''} ${n.id} ${n.getAttribute('aria-label') || ''}`));
const pagerOf = scopes => {
  const presses = pressesOf(scopes);
  const beside = el => some(el, 3, n => PAGE_OF.test(clip(shown(n.textContent), 200)) || presses.some(one => one !== el && within(n, one) && isBack(one)));
  const nexts = presses.filter(el => saysOf(el).some(said => (TO_NEXT.test(said) && (boxed(el) || beside(el))) || (ONWARD.test(said) && boxed(el))));
  const more = presses.filter(el => saysOf(el).some(said => FOR_MORE.test(said))), mores = nexts.length || more.length !== 1 ? [] : more;
  const numbers = nexts.length || mores.length ? [] : presses.filter(el => boxed(el) && saysOf(el).some(asNumber));
  const numberOf = el => Number(asNumber(saysOf(el).find(asNumber))[1]);
  const at = (window[Symbol.for('awm.pager')] ||= { number: 1 });
  const onward = numbers.filter(el => numberOf(el) > at.number).sort((a, b) => numberOf(a) - numberOf(b)).slice(0, 1);
  const wanted = numbers.length ? onward : [...nexts, ...mores];
  if (new Set(wanted.map(el => saysOf(el)[0])).size !== 1) return null;
  const one = wanted.find(el => !isDead(el));
  return one ? { one, says: saysOf(one)[0], number: numbers.length ? numberOf(one) : 0 } : null;
};
