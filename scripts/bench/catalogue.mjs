import { measureFrame } from "./browser.mjs";

const ITEMS = 3_000;
const CATEGORIES = 200;
const NAMES = ["Пицца", "Суп", "Салат", "Пирог", "Чай", "Кофе", "Ролл", "Соус", "Хлеб", "Десерт"];

/** Returns one of 200 categories. There are 20 top categories with nine subcategories each. */
const category = (at) => ({
  id: at + 1,
  name: `${NAMES[at % 10]} ${at}`,
  parentId: at < 20 ? null : (at % 20) + 1,
  imageUrl: null,
  customField: {},
  isActive: true,
  isCompanyGroup: at % 2 === 0,
  fullName: at < 20 ? `${NAMES[at % 10]} ${at}` : `${NAMES[at % 10]} ${at % 20} - ${NAMES[at % 10]} ${at}`,
  countItems: 15,
});

const item = (at) => ({
  id: at + 1,
  name: `${NAMES[at % 10]} особый № ${at}`,
  price: 100 + (at % 900),
  categoriesId: [(at % CATEGORIES) + 1],
  categoriesName: `${NAMES[at % 10]} ${at % CATEGORIES}`,
  defaultCategoryId: (at % CATEGORIES) + 1,
  imageUrl: null,
  vendorCode: `А-${at}`,
  modificators: [],
  isActive: true,
  isCompanyGroup: at % 2 === 0,
  estimateCost: 50,
});

const typing = (selector, words) => `
  const field = document.querySelector(${JSON.stringify(selector)});
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  set.call(field, ${JSON.stringify(words)}[turn]);
  field.dispatchEvent(new Event("input", { bubbles: true }));`;

const press = (selector, from = 1) =>
  `document.querySelectorAll(${JSON.stringify(selector)})[(turn % 2) + ${from}].click()`;

const tabs = `document.querySelectorAll('[role="tab"]')[(turn + 1) % 2].click()`;

const WORDS = ["суп", "пицца", "особый", "чай 7", "кофе"];

/**
 * Measures the screens of a catalogue of 3,000 dishes in 200 categories on a CPU that is slowed down by the factor 4.
 * Returns the name of each measured action with its time until the end of the next frame, ms.
 */
export const measureCatalogue = async (browser, origin, { storage, tab }) => {
  const context = await browser.newContext({ storageState: storage, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  }, tab);
  const answer = (rows) => {
    const body = JSON.stringify(rows);
    return (route) => route.fulfill({ status: 200, contentType: "application/json", body });
  };
  const categories = answer(Array.from({ length: CATEGORIES }, (_, at) => category(at)));
  const items = answer(Array.from({ length: ITEMS }, (_, at) => item(at)));
  await page.route("**/api/Category/Company/1", categories);
  await page.route("**/api/Category/Company/1/Summury", categories);
  await page.route("**/api/Item/Company/1", items);
  await page.route("**/api/Item/Company/1/Summury", items);
  const session = await context.newCDPSession(page);
  const figures = [];
  const at = async (path, ready) => {
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.goto(`${origin}/Company/1${path}`);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(1_000);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  };
  const pages = 'nav[aria-label="Страницы"] button[aria-label^="Страница"]';
  /** Measures a page turn of the unfiltered list. */
  const measurePages = async (what) => {
    await page.locator(pages).nth(2).waitFor();
    await measure(what, press(pages));
  };
  const measure = async (what, act) => figures.push([what, await measureFrame(page, act)]);

  await at("/Order/New", "#dishes button");
  await measure("picker: search", typing("#picker-search", WORDS));
  await page.locator("#picker-search").fill("");
  await measure("picker: a category", press('[aria-label="Категории"] button'));
  await page.locator('[aria-label="Категории"]').getByRole("button", { name: "Все", exact: true }).click();
  await measure("picker: a dish", press("#dishes [data-tile]"));
  await measure("picker: tiles and tree", tabs);
  await measure("picker: a branch of the tree", press("#dishes button[aria-expanded]"));
  await measure("picker: search in the tree", typing("#picker-search", WORDS));

  await at("/Category", "tr[data-row]");
  await measure("categories: filter", typing('input[aria-label="Название категории"]', WORDS));
  await page.getByLabel("Название категории").fill("");
  await measurePages("categories: page");

  await at("/Item", "tr[data-row]");
  await measure("dishes: filter", typing('input[type="search"]', WORDS));
  await page.locator('input[type="search"]').first().fill("");
  await measurePages("dishes: page");
  await context.close();
  return figures;
};
