import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const PATH = "/Company/1/Customer";

const find = async (page: Page, text: string) => {
  await page.getByLabel("Имя, телефон или адрес").fill(text);
  await expect(page).toHaveURL(/search=/);
};

/** Creates two customers, whose names contain `mark`, by one order each. Returns the cards of the customers. */
const givenPair = async (
  operator: {
    order: (over: Partial<Schemas["OrderSave"]>) => Promise<Schemas["Order"]>;
    get: <T>(path: string) => Promise<T>;
    put: <T>(path: string, body: unknown) => Promise<T>;
  },
  mark: string,
  phones: readonly [string, string],
) => {
  const cards: Schemas["CustomerCard"][] = [];
  for (const [at, phone] of phones.entries()) {
    await operator.order({ phone, deliveryAddress: `ул. ${mark}ская`, deliveryAddressBuilding: String(at + 1) });
    const found = await operator.get<Schemas["Customer"]>(`/api/Customer/Company/1/${encodeURIComponent(phone)}`);
    const body = { alias: `${mark} ${at === 0 ? "Первая" : "Вторая"}`, note: null, risk: "none", riskReason: null };
    cards.push(await operator.put<Schemas["CustomerCard"]>(`/api/Customer/${found.id}/Company/1`, body));
  }
  return cards;
};

test("customers — are found by address, merged and separated again", async ({ page, operator }) => {
  const [one, other] = await givenPair(operator, "Слиянова", ["+79995571001", "+79995571002"]);
  if (!one || !other) throw new Error("no customers");
  await signInAs(page, "operator", PATH);
  await find(page, "слияноваская 1");
  await page.getByRole("link", { name: "Слиянова Первая" }).click();
  await page.getByRole("button", { name: "Объединить" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("С какой карточкой объединить").fill("слиянова");
  await dialog.getByRole("button", { name: /Слиянова Вторая/ }).click();
  await expect(dialog.getByRole("region", { name: "Останется" })).toContainText("Слиянова Вторая");
  await expect(dialog.getByText(/у неё будут 2 заказа/)).toBeVisible();
  await dialog.getByRole("button", { name: "Объединить", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}/${other.id}$`));
  await expect(page.getByRole("heading", { name: "Слиянова Вторая" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Заказы" }).locator("tbody tr")).toHaveCount(2);

  await page.goto(`${PATH}/${one.id}`);
  await expect(page.getByText("заказы и звонки этого номера")).toBeVisible();
  await page.getByRole("button", { name: "Отделить" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Отделить" }).click();
  await expect(page.getByText("Карточка отделена")).toBeVisible();
  await expect(page.getByText("заказы и звонки этого номера")).toBeHidden();
  await expect(page.getByRole("region", { name: "Заказы" }).locator("tbody tr")).toHaveCount(1);
});

test("phone field — shows that the customer is blocked, with the reason and the saved address", async ({
  page,
  operator,
}) => {
  const phone = "+79995571003";
  await operator.order({ phone });
  const { id } = await operator.get<Schemas["Customer"]>(`/api/Customer/Company/1/${encodeURIComponent(phone)}`);
  await signInAs(page, "operator", `${PATH}/${id}/Edit`);
  await page.getByLabel("Имя").fill("Блокова Анна");
  await page.getByLabel("День рождения").fill("03.05.1988");
  await page.getByLabel("Отношение").selectOption({ label: "Не обслуживать" });
  await page.getByLabel("Причина").fill("Не открывает дверь");
  await page.getByLabel("Действует до").fill("01.02.2040");
  await page.getByRole("button", { name: "Добавить адрес" }).click();
  await page.getByLabel("Улица 1").fill("пр. Сохранённый");
  await page.getByLabel("Основной: предлагать первым").check();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("до 01.02.2040")).toBeVisible();
  await expect(page.getByText("пр. Сохранённый")).toBeVisible();
  await page.goto("/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(phone);
  const card = page.getByRole("status", { name: "Сведения о клиенте" });
  await expect(card).toContainText("Не обслуживать: Не открывает дверь");
  await expect(card).toContainText("пр. Сохранённый");
});
