import { randomUUID } from "node:crypto";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { paymentDialog } from "../support/e2e/pages/paymentDialog.ts";

const plain = (amount: number) => new RegExp(formatMoney(amount).replace(/\s/g, "\\s").replace(/\./g, "\\."));

test("cashier — opens a shift, takes a payment, enters a shortage and closes the shift", async ({
  page,
  owner,
  operator,
}) => {
  // Other tests take cash at the same time, so this test has its own drawer and payment method.
  const name = `Касса ${randomUUID().slice(0, 8)}`;
  const source = await owner.post<Schemas["FinanceSourceState"]>("/api/FinanceSource/Company/1", {
    name,
    kind: "cash",
    opening: 1000,
  });
  const method = await owner.post<Schemas["PaymentMethod"]>("/api/PaymentMethod/Company/1", {
    name: `Наличные ${name}`,
    financeSourceId: source.id,
    isCash: true,
  });
  const order = await operator.order();

  await signInAs(page, "cashier", "/Company/1/Finance/Shift/New");
  await page.getByLabel("Касса", { exact: true }).selectOption({ label: name });
  await page.getByLabel("В кассе сейчас").fill("1100");
  await expect(page.getByText(/^Излишек 100,00/)).toBeVisible();
  await page.getByLabel("В кассе сейчас").fill("1000");
  await page.getByRole("button", { name: "Сохранить" }).click();
  const drawer = page.getByRole("region", { name });
  await expect(drawer.getByRole("heading", { name: /смена № 1/ })).toBeVisible();
  await expect(drawer.getByText("Не фискальный отчёт.")).toBeVisible();

  await page.goto(`/Company/1/Order/${order.id}`);
  const dialog = paymentDialog(page);
  await dialog.open();
  await dialog.chooseMethod(method.name);
  await dialog.fill();
  await dialog.submit();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto("/Company/1/Finance/Shift");
  const expected = 1000 + order.amount;
  await expect(drawer.getByRole("row", { name: /^Оплаты заказов \(1\)/ })).toHaveText(plain(order.amount));
  await expect(drawer.getByRole("row", { name: /^Должно быть/ })).toHaveText(plain(expected));
  await drawer.getByRole("button", { name: "Пересчёт" }).click();
  const count = drawer.getByRole("form", { name: "Пересчёт" });
  await count.getByLabel("Насчитали").fill(String(expected - 150).replace(".", ","));
  await expect(count.getByText(/^Недостача 150,00/)).toBeVisible();
  await expect(count.getByRole("button", { name: /^Закрыть смену/ })).toHaveAttribute("aria-disabled", "true");
  await count.getByLabel("Причина").fill("Ошибка сдачи");
  await count.getByRole("button", { name: "Закрыть смену" }).click();

  await expect(page.getByRole("heading", { name: "Z-отчёт, смена № 1" })).toBeVisible();
  await expect(page.getByText(/Недостача 150,00\sр\. \(Ошибка сдачи\)/)).toBeVisible();
  await expect(page.getByText(/Закрыта .*Ирина Белова/)).toBeVisible();
  const { balance } = await owner.get<Schemas["FinanceSourceState"]>(`/api/FinanceSource/${source.id}/Company/1`);
  expect(balance).toBe(expected - 150);
  await page.getByRole("link", { name: "К кассе" }).click();
  await expect(drawer.getByRole("link", { name: "Открыть смену" })).toBeVisible();
});

test("manager — records an expense, finds the expense in the list and reverses the expense", async ({
  page,
  owner,
}) => {
  const comment = `Салфетки ${randomUUID().slice(0, 8)}`;
  await signInAs(page, "manager", "/Company/1/Finance/Transaction/New");
  await page.getByLabel("Откуда").selectOption({ label: "Расчётный счёт" });
  await page.getByLabel("Сумма").fill("640,50");
  await page.getByRole("combobox", { name: "Категория" }).fill("хозяйств");
  await page.getByRole("option", { name: "Хозяйственные расходы" }).click();
  await page.getByLabel("Комментарий").fill(comment);
  await page.getByRole("button", { name: "Сохранить" }).click();
  const row = page.getByRole("row").filter({ hasText: comment });
  await expect(row).toContainText(plain(640.5));
  await row.getByRole("button", { name: /^Отменить/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(row.getByText("отменена", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Обновить" }).click();
  await expect(row).toHaveCount(2);
  const { rows } = await owner.get<Schemas["FinanceTransactionPage"]>(
    "/api/FinanceTransaction/Company/1/Summury?kind=expense&limit=200",
  );
  const found = rows.filter((one) => one.comment === comment);
  expect(found.map(({ amount }) => amount).sort()).toEqual([-640.5, 640.5]);
});

test("cashier — accepts the cash handed in by a courier", async ({ page, owner, operator, courier }) => {
  const order = await operator.order();
  await courier.post(`/api/Order/${order.id}/Company/1/Payment`, {
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  await signInAs(page, "cashier", "/Company/1/Finance/Shift/HandIn");
  const row = page.getByRole("row").filter({ hasText: "Денис Воронов" });
  await expect(row.getByRole("link", { name: `№ ${order.internalId}`, exact: true })).toBeVisible();
  await row.getByRole("button", { name: /^Принять/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(page.getByText(/Принято \d/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Наличные сотрудников" })).toBeVisible();
  await expect(row).toHaveCount(0);
  const [payment] = await owner.get<Schemas["Payment"][]>(`/api/Order/${order.id}/Company/1/Payment`);
  expect(payment?.isComplited).toBe(true);
});

test("owner — reads and exports income and expenses by category and month, and sees the balances on the dashboard", async ({
  page,
  owner,
}) => {
  const name = `Ремонт ${randomUUID().slice(0, 8)}`;
  const category = await owner.post<Schemas["FinanceCategory"]>("/api/FinanceCategory/Company/1", {
    name,
    direction: "expense",
  });
  await owner.post("/api/FinanceTransaction/Company/1", {
    kind: "expense",
    financeSourceId: 2,
    categoryId: category.id,
    amount: 4321.5,
  });
  await signInAs(page, "owner", "/Company/1/Finance/Transaction");
  await page.getByRole("link", { name: "Доходы и расходы" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("4 321,50".replace(" ", "\u00a0"));
  await expect(page.getByRole("row", { name: /^Осталось/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Экспорт" }).click();
  await page.getByRole("menuitem", { name: "Текст CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Доходы и расходы .*\.csv$/);
  await page.goto("/Company/1/Dashboard");
  const card = page.getByRole("region", { name: "Где деньги" });
  await expect(card.getByRole("rowheader", { name: "Всего" })).toBeVisible();
  await expect(card.getByRole("link", { name: /^Смена №/ }).first()).toBeVisible();
});
