import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const PATH = "/Company/1/Customer";

const find = async (page: Page, text: string) => {
  await page.getByLabel("Имя, телефон или адрес").fill(text);
  await expect(page).toHaveURL(/search=/);
};

/** Creates two customers by saving one order for each. Their names contain `mark`. Returns their customer cards. */
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

test("new order — after the phone is typed, shows that the customer is blocked, the reason, and the customer's saved address", async ({
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

test("order of a blocked customer — is saved only with a manager's PIN", async ({ page, operator }) => {
  const phone = "+79995571004";
  await operator.order({ phone });
  const { id } = await operator.get<Schemas["Customer"]>(`/api/Customer/Company/1/${encodeURIComponent(phone)}`);
  const body = { alias: "Запретов Лев", note: null, risk: "blocked", riskReason: "Не забирает заказы" };
  await operator.put(`/api/Customer/${id}/Company/1`, body);
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(phone);
  await expect(page.getByRole("status", { name: "Сведения о клиенте" })).toContainText("Не забирает заказы");
  await page.getByLabel("Название или артикул").fill("борщ");
  await page.keyboard.press("Enter");
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Нужно разрешение менеджера" })).toBeVisible();
  await page.getByLabel("Код менеджера, 6 цифр").fill("274916");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText(/\d,\d\d/);
  const card = await operator.get<Schemas["CustomerCard"]>(`/api/Customer/${id}/Company/1`);
  expect(card.orderCount).toBe(2);
});

test("anonymised customer — the card, the search and the order show no personal data, but the order keeps its amount", async ({
  page,
  operator,
  owner,
}) => {
  const phone = "+79995571005";
  const order = await operator.order({ phone, deliveryAddress: "ул. Исчезающая", note: "Звонить в домофон" });
  await owner.post(`/api/Order/${order.id}/Company/1/Payment`, {
    orderStatusId: 6,
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  const { id } = await operator.get<Schemas["Customer"]>(`/api/Customer/Company/1/${encodeURIComponent(phone)}`);
  const body = { alias: "Исчезаева Ольга", note: "Любит острое", risk: "none", riskReason: null };
  await operator.put(`/api/Customer/${id}/Company/1`, body);
  await signInAs(page, "operator", `${PATH}/${id}`);
  await page.getByRole("button", { name: "Обезличить" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Последние четыре цифры/).fill("0000");
  await expect(dialog.getByRole("button", { name: "Обезличить" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel(/Последние четыре цифры/).fill("1005");
  await dialog.getByRole("button", { name: "Обезличить" }).click();
  await expect(page.getByText("Клиент обезличен: остались только блюда и суммы заказов.")).toBeVisible();
  await expect(page.getByText(/Исчезаева|Любит острое|557-10-05/)).toHaveCount(0);
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("tab", { name: /Позиции/ })).toBeVisible();
  await expect(page.getByText(/Исчезающая|Исчезаева|Звонить в домофон|557-10-05/)).toHaveCount(0);
  expect((await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${order.id}`)).amount).toBe(order.amount);
  await page.goto(PATH);
  await find(page, "Исчезаева");
  await expect(page.getByText("По этим условиям ничего нет.")).toBeVisible();
});
