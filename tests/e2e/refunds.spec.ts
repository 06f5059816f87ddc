import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const CASH = 1;

test("refund of one portion by keyboard — leaves the rest of the payment refundable, and the history names the dish", async ({
  page,
  operator,
  manager,
}) => {
  const order = await operator.order();
  const address = `/api/Order/${order.id}/Company/1`;
  await manager.post(`${address}/Payment`, { payment: [{ paymentMethodId: CASH, amount: order.amount }] });
  await signInAs(page, "manager", `/Company/1/Order/${order.id}`);
  await page.getByRole("tab", { name: /Оплаты/ }).press("Enter");
  const open = page.getByRole("tabpanel").getByRole("button", { name: "Вернуть" });
  await open.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Подтвердить действие?" });
  await expect(dialog.getByRole("button", { name: /^Вернуть .* · Наличные/ })).toBeEnabled();
  await dialog.getByRole("button", { name: "По блюдам" }).press("Enter");
  const count = dialog.getByRole("textbox", { name: /сколько вернуть/ }).first();
  await count.press("ArrowUp");
  await expect(count).toHaveValue("1");
  const [item] = order.items;
  if (!item) throw new Error("the order has no dishes");
  const price = item.amount / item.count;
  const sum = price.toFixed(2).replace(".", ",");
  await expect(dialog.getByRole("button", { name: new RegExp(`^Вернуть ${sum}\\sр\\. · Наличные`) })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Причина возврата" }).fill("Остыла");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  const refund = page.getByRole("row", { name: /Возврат.*Остыла/ });
  await expect(refund).toContainText(`${item.name} × 1`);
  await expect(refund).toContainText(`−${sum}`);
  await expect(page.getByRole("row", { name: /Возвращена частично/ })).toBeVisible();
  const [payment] = await manager.get<Schemas["Payment"][]>(`${address}/Payment`);
  expect(payment).toMatchObject({ isComplited: true, refundedAmount: price, refunds: [{ reason: "Остыла" }] });
  await page.getByRole("tab", { name: "История" }).press("Enter");
  await expect(page.getByText(new RegExp(`возвращена часть от .*${item.name} × 1; Остыла`))).toBeVisible();
  // The next refund proposes only the remaining amount.
  await page.getByRole("tab", { name: /Оплаты/ }).press("Enter");
  await open.press("Enter");
  const rest = (order.amount - price).toFixed(2).replace(".", ",");
  await expect(dialog.getByRole("textbox", { name: "Сумма возврата" })).toHaveValue(rest.replace(",00", ""));
});
