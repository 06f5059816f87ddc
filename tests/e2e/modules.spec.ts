import type { Schemas } from "#api/client.ts";
import { test as base, createApiUser, expect, signInAs } from "../support/e2e/fixtures.ts";

const MODULES = "/api/ModuleConfiguration";

/** Playwright's `test` that restores the modules of company 3 after each test, also after a failed test. */
const test = base.extend<{ restoredModules: undefined }>({
  restoredModules: [
    async ({ request }, use) => {
      const owner = await createApiUser(request, "owner2", 3);
      const read = () => owner.get<Schemas["Module"][]>(`${MODULES}/Company/3`);
      const saveOf = ({ isOn, settings }: Schemas["Module"]): Schemas["ModuleSave"] => ({
        isOn,
        settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
      });
      const before = new Map((await read()).map((module) => [module.name, saveOf(module)]));
      await use(undefined);
      for (const module of await read()) {
        const save = before.get(module.name);
        if (JSON.stringify(save) !== JSON.stringify(saveOf(module)))
          await owner.put(`${MODULES}/${module.name}/Company/3`, save);
      }
      expect((await read()).map((module) => [module.name, saveOf(module)])).toEqual([...before]);
    },
    { auto: true },
  ],
});

test("disabled module — is hidden in the menus and the command palette, and its data can be read but not changed", async ({
  page,
}) => {
  await signInAs(page, "owner2", "/Company/3/ModuleConfiguration");
  const sections = page.getByRole("navigation", { name: "Разделы" });
  await expect(sections.getByRole("link", { name: "Кухня" })).toBeVisible();
  // The demo data disable the module `cashShift` in company 3.
  await expect(sections.getByRole("link", { name: "Касса" })).toHaveCount(0);
  const row = page.getByRole("row", { name: /^Кухня/ });
  await row.getByRole("button", { name: "Выключить" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(row.getByText("выключен", { exact: true })).toBeVisible();
  await expect(sections.getByRole("link", { name: "Кухня" })).toHaveCount(0);

  await page.keyboard.press("Control+K");
  await page.keyboard.type("кухн");
  await expect(page.getByText("Ничего не найдено.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/Company/3/Operations");
  await expect(page.getByRole("link", { name: "Настройка модулей" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Кухня", exact: true })).toHaveCount(0);
  await page.goto("/Company/3/Kitchen");
  await expect(page.getByText("Модуль выключен: данные можно смотреть, но не менять.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Кухня" })).toBeVisible();

  await page.goto("/Company/3/Kitchen/Settings");
  await page.getByLabel("Заказ попадает на кухню").selectOption("button");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Модуль «Кухня» выключен в настройках компании.")).toBeVisible();
  await page.getByRole("link", { name: "Отмена" }).click();

  await signInAs(page, "owner2", "/Company/3/ModuleConfiguration");
  await row.getByRole("button", { name: "Включить" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(sections.getByRole("link", { name: "Кухня" })).toBeVisible();
});

test("list of modules — a module that another module needs cannot be disabled; settings of a module can be saved", async ({
  page,
}) => {
  await signInAs(page, "owner2", "/Company/3/ModuleConfiguration");
  await page
    .getByRole("row", { name: /^Поставщики/ })
    .getByRole("button", { name: "Включить" })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  const stock = page.getByRole("row", { name: /^Склад/ }).getByRole("button", { name: "Выключить" });
  await expect(stock).toHaveAttribute("title", /Он нужен модулю «Поставщики и накладные»/);

  await page
    .getByRole("row", { name: /^Отзывы гостей/ })
    .getByRole("link", { name: "Настроить" })
    .click();
  await page.getByLabel("Что сказать гостю на странице отзыва").fill("Как вам шашлык?");
  await page.getByLabel("Модуль включён").check();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Успешно сохранено")).toBeVisible();
  await page.getByRole("row", { name: /^Отзывы гостей/ }).click();
  await expect(page.getByLabel("Что сказать гостю на странице отзыва")).toHaveValue("Как вам шашлык?");
  await expect(page.getByLabel("Модуль включён")).toBeChecked();
});
