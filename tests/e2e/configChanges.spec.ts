import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

test("change of a discount — is listed in the history of the discount with the values before and after", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Discount/New");
  await page.getByLabel("Название").fill("Пикник");
  await page.getByLabel("Размер").fill("10");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/Company\/1\/Discount(\?.*)?$/);
  const row = page.locator("tr[data-row]").filter({ hasText: "Пикник" });
  await chooseRowAction(row, "Редактировать");
  await page.getByLabel("Размер").fill("15");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/Company\/1\/Discount(\?.*)?$/);
  await chooseRowAction(row, "Редактировать");
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

test("change of a user's name — is listed in the log of the user's company and in the system log of administrators", async ({
  page,
  hire,
}) => {
  const { id, userName } = await hire();
  await signInAs(page, userName, `/Account/${id}`);
  const name = page.getByLabel("Имя, которое видят коллеги");
  const former = await name.inputValue();
  await name.fill("Новое Имя");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Сохранено").first()).toBeVisible();
  const entry = page.getByRole("main").getByRole("listitem").filter({ hasText: "Учётная запись «Новое Имя»" });
  await signInAs(page, "owner", `/Company/1/ConfigChange?kind=account&entityId=${id}`);
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(`Имя: ${former}`);
  await signInAs(page, "admin", `/Account/${id}`);
  await page.getByRole("link", { name: "История изменений" }).click();
  await expect(page.getByRole("heading", { name: "Журнал системы" })).toBeVisible();
  await expect(entry).toHaveCount(1);
  await signInAs(page, "owner", "/Admin/ConfigChange");
  await expect(page.getByRole("heading", { name: "Только для администраторов" })).toBeVisible();
});

test("change of a company group — is listed in the history that the form of the group links to", async ({
  page,
  admin,
}) => {
  const name = `Группа ${Date.now()}`;
  const group = await admin.post<{ id: number }>("/api/CompanyGroup", { name, companyIds: [] });
  await signInAs(page, "admin", `/CompanyGroup/${group.id}/Edit`);
  await page.getByLabel("Название").fill(`${name} новая`);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/Edit"));
  await page.goto(`/CompanyGroup/${group.id}/Edit`);
  await page.getByRole("link", { name: "История изменений" }).click();
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText(`Группа компаний «${name} новая» — изменена`);
  await expect(entries.last()).toContainText("создана");
  await expect(page.getByLabel("Что изменили")).toHaveValue("companyGroup");
});
