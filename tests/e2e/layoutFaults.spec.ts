import { expect, test } from "../support/e2e/fixtures.ts";
import { findFaults } from "../support/e2e/layout/findFaults.ts";

const rows = Array.from({ length: 40 }, (_, at) => `<tr><td>Строка ${at}</td></tr>`).join("");

const table = (top: number) => `
  <div style="height: 200px; overflow-y: auto">
    <table><thead style="position: sticky; top: ${top}px; background: #fff"><tr><th>Заголовок</th></tr></thead>${rows}</table>
  </div>`;

const cut = (style: string, title = "") =>
  `<p style="width: 80px; white-space: nowrap; ${style}" ${title && `title="${title}"`}>Очень длинный текст</p>`;

/** Pages with one fault each, and a substring of the audit's message about this fault. */
const planted: Readonly<Record<string, readonly [html: string, message: string]>> = {
  "sticky header that covers the first row": [table(48), 'td "Строка 1" is covered by th'],
  "button under another box": [
    `<button style="position: absolute; top: 0; left: 0">Оплатить</button>
     <div style="position: absolute; top: 0; left: 0; width: 200px; height: 100px">Карточка</div>`,
    'button "Оплатить" is covered by div "Карточка"',
  ],
  "sticky bar that covers the last row": [
    `<table>${rows}</table><div style="position: fixed; bottom: 0; left: 0; right: 0; height: 40px; background: #fff"></div>`,
    'td "Строка 39" is covered',
  ],
  "text without an ellipsis": [cut("overflow: hidden"), "without an ellipsis"],
  "text with an ellipsis and without a title": [cut("overflow: hidden; text-overflow: ellipsis"), "has no title"],
  "text with the title of something else": [
    cut("overflow: hidden; text-overflow: ellipsis", "Открыть"),
    "has no title",
  ],
  "text below the edge of its box": [
    '<div style="height: 20px; overflow: hidden"><p>Первая</p><p>Вторая</p></div>',
    'p "Вторая" is cut off by div',
  ],
  "chosen option that does not fit": [
    '<select style="width: 60px"><option>Сначала срочные</option></select>',
    'cuts off "Сначала срочные"',
  ],
  "placeholder that does not fit": ['<input style="width: 60px" placeholder="Номер, адрес, телефон">', "cuts off"],
  "page that scrolls sideways": ['<div style="width: 3000px">Широко</div>', "the page scrolls sideways"],
  "box that scrolls sideways": [
    '<div style="overflow-x: auto"><div style="width: 3000px">Широко</div></div>',
    "scrolls sideways",
  ],
  "text beyond the edge of the window": [
    '<p style="position: absolute; left: -60px; margin: 0">Слишком далеко слева</p>',
    "is cut off by the edge of the window",
  ],
  "dialog that is higher than the window": [
    '<div style="position: fixed; top: 0"><p style="margin-top: 2000px">Сохранить</p></div>',
    "cannot be scrolled into it",
  ],
};

/** Pages without a fault. */
const allowed: Readonly<Record<string, string>> = {
  "sticky header at the top of its box": table(0),
  "text with an ellipsis and its title": cut("overflow: hidden; text-overflow: ellipsis", "Очень длинный текст"),
  "text for screen readers":
    '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">Скрыто</span>',
  "closed details": "<details><summary>Ещё</summary><p>Скрыто</p></details>",
  "disabled button without pointer events": '<button style="pointer-events: none">Оплатить</button>',
  "list that scrolls": `<div style="height: 100px; overflow-y: auto"><table>${rows}</table></div>`,
};

const scrollToEnd = () => {
  for (const box of [document.documentElement, ...document.querySelectorAll("div")]) box.scrollTop = box.scrollHeight;
};

test("layout audit — reports the fault of each faulty page", async ({ page }) => {
  for (const [name, [html, message]] of Object.entries(planted)) {
    await page.setContent(`<!doctype html><body>${html}`);
    const before = await page.evaluate(findFaults, "body");
    await page.evaluate(scrollToEnd);
    const faults = [...before, ...(await page.evaluate(findFaults, "body"))];
    expect.soft(faults.join("\n"), name).toContain(message);
  }
});

test("layout audit — reports no fault on pages without faults", async ({ page }) => {
  for (const [name, html] of Object.entries(allowed)) {
    await page.setContent(`<!doctype html><body>${html}`);
    expect.soft(await page.evaluate(findFaults, "body"), name).toEqual([]);
    await page.evaluate(scrollToEnd);
    expect.soft(await page.evaluate(findFaults, "body"), `${name}, scrolled`).toEqual([]);
  }
});
