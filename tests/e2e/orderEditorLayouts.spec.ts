import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const openEditor = async (page: Page, width: number, height: number) => {
  await page.setViewportSize({ width, height });
  await signInAs(page, "operator", "/Company/1/Order/New");
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
};

const addDish = (page: Page, name: string) =>
  page
    .getByRole("group", { name: "Блюда" })
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .first()
    .click();

const saveButton = (page: Page) => page.getByRole("button", { name: /^Сохранить заказ/ });

test("order on a phone — is entered in three steps, and a missing phone number leads back to the first step", async ({
  page,
}) => {
  await openEditor(page, 390, 844);
  const search = page.getByLabel("Название или артикул");
  await expect(search).toBeHidden();
  await expect(saveButton(page)).toBeHidden();
  await page.getByRole("button", { name: "Далее" }).click();
  await expect(search).toBeVisible();
  await expect(page.getByLabel("Контактный телефон")).toBeHidden();
  await addDish(page, "Американо");
  await expect(page.locator("[data-total]")).toContainText("150,00");
  await page.getByRole("button", { name: "Далее" }).click();
  await expect(page.locator("tr[data-line]")).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
  await page.keyboard.type("9161113377");
  await page.getByRole("button", { name: "3. Заказ" }).click();
  await saveButton(page).click();
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText("150,00");
});

test("order on a tablet — the total and the save button stay visible, and a button shows and hides the lines", async ({
  page,
}) => {
  await openEditor(page, 820, 1180);
  await addDish(page, "Американо");
  await expect(page.locator("[data-total]")).toContainText("150,00");
  await expect(saveButton(page)).toBeInViewport();
  const line = page.locator("tr[data-line]");
  await expect(line).toBeHidden();
  await page.getByRole("button", { name: "1 позиция" }).click();
  await expect(line).toBeVisible();
  await page.getByRole("button", { name: "1 позиция" }).click();
  await expect(line).toBeHidden();
});

test("order on a desktop — the save button stays visible below many lines, and Ctrl+D focuses the discount", async ({
  page,
}) => {
  await openEditor(page, 1366, 768);
  for (const name of ["Американо", "Багет", "Барбекю", "Бекон", "Борщ", "Винегрет", "Горчица", "Грибы", "Драники"])
    await addDish(page, name);
  await expect(page.locator("tr[data-line]")).toHaveCount(9);
  await expect(saveButton(page)).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 2000);
  await expect(saveButton(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Control+d");
  await expect(page.getByLabel("Скидка")).toBeFocused();
});

test("dish tiles without pictures on a desktop — stand four in a row, and break no word of 12 letters", async ({
  page,
}) => {
  await page.route("**/api/Item/Company/1", async (route) => {
    const answer = await route.fetch();
    const items = (await answer.json()) as Schemas["MenuItem"][];
    await route.fulfill({
      response: answer,
      json: items.map((item) => (item.name === "Американо" ? { ...item, name: "Апельсиновый" } : item)),
    });
  });
  await openEditor(page, 1366, 768);
  const dishes = page.getByRole("group", { name: "Блюда" });
  await expect(dishes).toHaveAttribute("data-columns", "4");
  await expect(dishes.getByText("Апельсиновый")).toBeVisible();
  const brokenWords = await dishes.locator("[data-tile] > b").evaluateAll((names: HTMLElement[]) =>
    names.flatMap((name) => {
      const text = name.firstChild;
      // A name of three lines ends with an ellipsis, which can hide the end of a word. The tooltip has the whole name.
      if (!text || name.scrollHeight > name.clientHeight) return [];
      return [...name.innerText.matchAll(/[^\s-]+/g)].flatMap(([word]) => {
        const from = name.innerText.indexOf(word);
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
  expect(brokenWords).toEqual([]);
  await expect(dishes.locator("img")).toHaveCount(0);
  await addDish(page, "Апельсиновый");
  await page.getByRole("button", { name: "Апельсиновый: добавки и слово повару" }).click();
  const picture = page.getByRole("dialog").locator("img");
  await expect(picture).toBeVisible();
  expect(await picture.boundingBox()).toMatchObject({ width: 96, height: 96 });
});
