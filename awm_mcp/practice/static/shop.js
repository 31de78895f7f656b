"use strict";

const token = document.body.dataset.token;

function later(work, wait) {
  let timer;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => work(...given), wait); };
}

function suggestions() {
  const field = document.getElementById("q");
  const list = document.getElementById("suggestions");
  const ask = later(async () => {
    const query = field.value.trim();
    if (query.length < 2) { list.hidden = true; return; }
    const answer = await fetch(`/suggest?q=${encodeURIComponent(query)}`);
    if (!answer.ok || field.value.trim() !== query) return;
    const found = await answer.json();
    list.replaceChildren(...found.map(({ name, href }) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      link.href = href;
      link.textContent = name;
      return item;
    }));
    list.hidden = found.length === 0;
  }, 200);
  field.addEventListener("input", ask);
  field.addEventListener("keydown", (event) => { if (event.key === "Escape") list.hidden = true; });
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) list.hidden = true; });
}

async function saveLine(row, quantity) {
  const body = new URLSearchParams({ token, line: row.dataset.line, quantity });
  const answer = await fetch("/cart/update", { method: "POST", body });
  if (!answer.ok) { location.reload(); return; }
  const saved = await answer.json();
  if (saved.pieces === 0) { location.reload(); return; }
  if (saved.quantity === 0) row.remove();
  row.querySelector(".sum").textContent = saved.sum;
  row.querySelector("input").value = saved.quantity;
  document.getElementById("cart-total").textContent = saved.total;
  document.querySelector(".cart .count").textContent = saved.pieces;
}

function cart() {
  for (const row of document.querySelectorAll("tr[data-line]")) {
    row.querySelector("input").addEventListener("change", (event) => saveLine(row, event.target.value));
    row.querySelector("[data-remove]").addEventListener("click", () => saveLine(row, "0"));
  }
}

function consent() {
  const banner = document.getElementById("cookies");
  for (const button of banner ? banner.querySelectorAll("[data-consent]") : []) {
    button.addEventListener("click", () => {
      document.cookie = `consent=${button.dataset.consent}; path=/; max-age=31536000; samesite=lax`;
      banner.remove();
    });
  }
}

function sorting() {
  for (const select of document.querySelectorAll("select[data-submit]")) {
    select.addEventListener("change", () => select.form.submit());
  }
}

suggestions();
cart();
consent();
sorting();
