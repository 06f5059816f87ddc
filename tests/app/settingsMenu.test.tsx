import { expect, test } from "vitest";
import { SettingsMenu } from "#app/frame/settings/SettingsMenu.tsx";
import { findCompanyScreen } from "#app/routing/companyScreens.ts";
import { Operations } from "#app/screens/companies/Operations.tsx";
import { givenCompany } from "../support/app/bakery.ts";
import { find, focus, mountWith, press, type } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";

const rights = { "order.view": 1, "catalogue.view": 1, "role.manage": 1, "print.use": 1 };

const given = (company: Partial<ReturnType<typeof givenCompany>> = {}) =>
  givenServices(() => Response.json({ steps: [] }), { companies: [{ ...givenCompany(rights), ...company }] }).services;

const linksIn = (box: Element) => [...box.querySelectorAll("section a")].map((link) => link.textContent);

const givenMenu = async (path = "Tag", isList = true) => {
  const current = findCompanyScreen(path);
  if (!current) throw new Error(`No screen has the path ${path}`);
  const { box } = await mountWith(given(), <SettingsMenu companyId={1} current={current} isList={isList} />);
  return { box, field: find('input[type="search"]') };
};

test("menu of the settings — lists only settings that the user may open, and marks the setting that is shown", async () => {
  const { box } = await givenMenu();
  expect(linksIn(box)).toContain("Роли");
  expect(linksIn(box)).not.toContain("Сотрудники");
  expect(linksIn(box)).not.toContain("Новый заказ");
  expect([...box.querySelectorAll("[aria-current=page]")].map((link) => link.textContent)).toEqual(["Теги"]);
});

test("menu of the settings — marks the list of an open form if the user may open the list", async () => {
  const { box } = await givenMenu("Shop/Category/5", false);
  expect(box.querySelector("[aria-current]")).toBeNull();
  const { box: form } = await givenMenu("RoleCompany/5/Edit", false);
  expect(form.querySelector("[aria-current=true]")?.textContent).toBe("Роли");
});

test.each([
  ["тегов", "'Теги'", ["Теги"]],
  ["доступ", "'Роли'", ["Роли"]],
  ["подвал предчека", "'Сведения о печати'", ["Сведения о печати"]],
  ["приема", "'Статусы заказов'", ["Статусы заказов"]],
  ["сотрудник", "no setting that the user may open", []],
])(
  "menu of the settings — the search for '%s' in titles, synonyms and descriptions finds %s",
  async (text, _, titles) => {
    const { box, field } = await givenMenu();
    await type(field, text);
    expect(linksIn(box)).toEqual(titles);
    expect(box.querySelector("[role=status]")?.textContent).toBe(titles.length ? undefined : "Ничего не найдено.");
  },
);

test("search of the settings — Enter opens the first match, Esc clears the text, and arrow keys move the focus", async () => {
  const { box, field } = await givenMenu();
  await focus(field);
  await press("Enter");
  expect(location.pathname).toBe("/");
  await type(field, "скид");
  await press("ArrowDown");
  expect(document.activeElement?.textContent).toBe("Скидки");
  await press("ArrowUp");
  expect(document.activeElement).toBe(field);
  await press("Enter");
  expect(location.pathname).toBe("/Company/1/Discount");
  await press("Escape");
  expect(linksIn(box).length).toBeGreaterThan(5);
});

test("operations board — describes its screens, finds them by synonyms, and hides screens of disabled modules and screens that the user may not open", async () => {
  const { box } = await mountWith(given({ modulesOff: ["printing"] }), <Operations companyId={1} />);
  const roles = [...box.querySelectorAll("a")].find(({ href }) => href.endsWith("/RoleCompany"));
  const textOf = (attribute: string) => document.getElementById(roles?.getAttribute(attribute) ?? "")?.textContent;
  expect(textOf("aria-labelledby")).toBe("Роли");
  expect(textOf("aria-describedby")).toBe("Кому что можно: наборы прав.");
  expect(box.textContent).not.toContain("Принтеры");
  expect(box.textContent).not.toContain("Сотрудники");
  await type(find('input[type="search"]'), "метки");
  expect([...box.querySelectorAll("a")].map(({ pathname }) => pathname)).toEqual(["/Company/1/Tag"]);
});
