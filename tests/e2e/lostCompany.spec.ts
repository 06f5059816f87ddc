import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const phoneField = (page: Page) => page.getByLabel("Контактный телефон");

/** Types an order with a dish and a note, parks the order, and types the phone of a second order. */
const parkOrder = async (page: Page, dish: string) => {
  await phoneField(page).fill("+79217005501");
  await page.keyboard.press("Control+/");
  await page.keyboard.type(dish);
  await page.keyboard.press("Enter");
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
  await page.getByLabel("Комментарий").fill("Домофон не работает");
  await page.keyboard.press("Alt+n");
  await expect(phoneField(page)).toHaveValue("");
  await phoneField(page).fill("+79217005502");
  await expect(page.getByText("черновик сохранён")).toBeVisible();
};

/**
 * Opens the parked order, fails to save it, and reloads the page. Expects that the text of the order can be read until
 * the draft is deleted.
 */
const expectKeptUntilDeleted = async (page: Page, dish: string) => {
  await page.keyboard.press("Alt+1");
  await expect(phoneField(page)).toHaveValue("+79217005501");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/Компания не найдена/).first()).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Компания не найдена" })).toBeVisible();
  const drafts = page.getByRole("region", { name: "Незаконченные заказы" }).locator("li.card");
  await expect(drafts).toHaveCount(2);
  const parked = drafts.filter({ hasText: "+7 921 700-55-01" });
  await expect(parked).toContainText("Домофон не работает");
  await expect(parked.getByRole("list", { name: "Блюда" })).toContainText(`${dish} × 1`);
  await parked.getByRole("button", { name: "Удалить черновик" }).click();
  await expect(drafts).toHaveCount(1);
  await expect(drafts).toContainText("+7 921 700-55-02");
  await drafts.getByRole("button", { name: "Удалить черновик" }).click();
  await expect(page.getByRole("region", { name: "Незаконченные заказы" })).toHaveCount(0);
};

test("parked order of a removed operator — is shown with a message, and its text is kept until the draft is deleted", async ({
  page,
  owner,
  hire,
}) => {
  const { id, userName } = await hire();
  await signInAs(page, userName, "/Company/1/Order/New");
  await parkOrder(page, "Маргарита");
  await owner.remove(`/api/Company/1/User?userId=${id}`);
  await expectKeptUntilDeleted(page, "Маргарита");
});

test("parked order of a removed company — is shown with a message, and its text is kept until the draft is deleted", async ({
  page,
  owner,
}) => {
  const { id } = await owner.post<Schemas["Company"]>("/api/Company", { name: "Кафе «Закрытое»" });
  await owner.post(`/api/Company/${id}/SampleMenu`, undefined);
  await signInAs(page, "owner", `/Company/${id}/Order/New`);
  await parkOrder(page, "Борщ с говядиной");
  await owner.remove(`/api/Company/${id}`);
  await expectKeptUntilDeleted(page, "Борщ с говядиной");
});
