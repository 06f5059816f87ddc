import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const DISH = "Голубцы";

test("company price of a shared dish — replaces another user's price after a warning, and applies to the next order", async ({
  page,
  browser,
  owner,
}) => {
  const items = await owner.get<Schemas["ItemRow"][]>("/api/Item/Company/1/Summury");
  const id = items.find(({ name }) => name === DISH)?.id ?? 0;
  await signInAs(page, "admin", "/CompanyGroup/1/Item?name=голубцы");
  await page.getByRole("row", { name: DISH }).getByRole("button", { name: "Другие действия" }).click();
  await page.getByRole("menuitem", { name: "Цены и стоп" }).click();
  const dialog = page.getByRole("dialog", { name: "Цены и стоп по компаниям" });
  const kolos = dialog.getByLabel("Цена в компании Пекарня «Колос»");
  const volna = dialog.getByRole("row", { name: /Суши «Волна»/ });
  await expect(kolos).toHaveValue("");
  await expect(dialog.getByRole("button", { name: "Сохранить" })).toHaveAttribute("aria-disabled", "true");
  await kolos.fill("455.5");
  await dialog.getByRole("button", { name: "Сохранить" }).click();
  await expect(dialog.getByText("Сохранено")).toBeVisible();
  await expect(kolos).toHaveValue("455,5");
  await volna.getByRole("checkbox").check();
  await expect(volna).toContainText("не продаётся");

  const other = await browser.newPage();
  await signInAs(other, "owner", `/Company/1/Item/${id}/Edit`);
  const card = other.getByRole("region", { name: "Цена в этой компании" });
  const own = card.getByLabel("Цена в этой компании");
  await expect(own).toHaveValue("455,5");
  await expect(card.getByRole("checkbox")).not.toBeChecked();
  await expect(other.getByRole("textbox", { name: "Общая цена" })).toHaveValue("440");
  await own.fill("460");
  await card.getByRole("button", { name: "Сохранить цену" }).click();
  await expect(card.getByText("Сохранено")).toBeVisible();

  await kolos.fill("470");
  await kolos.press("Enter");
  await expect(dialog.getByText(/цену уже изменил другой сотрудник, сейчас 460,00/)).toBeVisible();
  await expect(kolos).toHaveValue("470");
  await dialog.getByRole("button", { name: "Сохранить" }).click();
  await expect(dialog.getByText("Сохранено")).toBeVisible();
  await volna.getByRole("checkbox").uncheck();
  await expect(volna).not.toContainText("не продаётся");

  await kolos.fill("1");
  await page.keyboard.press("Escape");
  const leave = page.getByRole("dialog", { name: "Уйти без сохранения?" });
  await leave.getByRole("button", { name: "Остаться" }).click();
  await expect(kolos).toHaveValue("1");
  await page.keyboard.press("Escape");
  await leave.getByRole("button", { name: "Уйти" }).click();
  await expect(page).toHaveURL(/\/Item\?name=[^&]+$/);

  await other.goto("/Company/1/Order/New");
  await other.getByLabel("Название или артикул").fill(DISH);
  await other.keyboard.press("Enter");
  await expect(other.locator("[data-total]")).toContainText("470,00");

  await other.goto(`/CompanyGroup/1/Item?prices=${id}`);
  const seen = other.getByRole("dialog", { name: "Цены и стоп по компаниям" });
  await expect(seen).toContainText("Ещё 1 компания группы вам не видна.");
  await expect(seen.getByRole("row", { name: /Суши/ })).toHaveCount(0);
  await seen.getByLabel("Цена в компании Пекарня «Колос»").fill("");
  await seen.getByRole("button", { name: "Сохранить" }).click();
  await expect(seen.getByText("Сохранено")).toBeVisible();
  await other.close();
});
