import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("change of a discount — is listed in the history of the discount with the values before and after", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Discount/New");
  await page.getByLabel("Название").fill("Пикник");
  await page.getByLabel("Размер").fill("10");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/Company\/1\/Discount(\?.*)?$/);
  const row = page.locator("tr[data-row]").filter({ hasText: "Пикник" });
  await row.getByRole("link", { name: "Редактировать" }).click();
  await page.getByLabel("Размер").fill("15");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/Company\/1\/Discount(\?.*)?$/);
  await row.getByRole("link", { name: "Редактировать" }).click();
  await page.getByRole("link", { name: "История изменений" }).click();
  await expect(page.getByRole("heading", { name: "Журнал изменений" })).toBeVisible();
  const entries = page.getByRole("main").getByRole("listitem").filter({ hasText: "Скидка «Пикник»" });
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText(/изменена.*Елена Колосова.*Размер: 10\s%.*15\s%/);
  await expect(entries.last()).toContainText("создана");
  await page.getByRole("button", { name: "Сбросить" }).click();
  await page.getByLabel("Кто").selectOption({ label: "Павел Громов" });
  await expect(entries).toHaveCount(0);
  await expect(page).toHaveURL(/userId=3/);
});
