import { expect, test } from "vitest";
import { dishesText, moneyText } from "#app/screens/delivery/deliveryTexts.ts";

test.each([
  ["an amount due and change", "К оплате 980,00 р., сдача с 1 000,00 р.", { requiredAmount: 980, change: 1000 }],
  [
    "an invoiced amount and change",
    "Ждём по счёту 980,00 р.",
    { requiredAmount: 0, invoicedAmount: 980, change: 1000 },
  ],
  [
    "an amount due and an invoiced amount",
    "К оплате 80,00 р., ждём по счёту 900,00 р.",
    { requiredAmount: 80, invoicedAmount: 900, change: null },
  ],
  ["no amount due", "Оплачен", { requiredAmount: 0, invoicedAmount: 0, change: 1000 }],
  ["a cancelled order", "Деньги не брать: заказ отменён", { requiredAmount: 980, change: 1000, isCancelled: true }],
])("payment text of a delivery stop with %s — is '%s'", (_, text, money) => {
  expect(moneyText({ isCancelled: false, ...money }).replaceAll(/\s/g, " ")).toBe(text);
});

test("dishes of a delivery stop — are listed with their modifiers if the server sends modifiers", () => {
  const modificators = [
    { name: "Сыр", count: 2 },
    { name: "Соус", count: 1 },
  ];
  const items = [
    { name: "Пицца", count: 2, modificators },
    { name: "Чай", count: 1 },
  ];
  expect(dishesText(items)).toBe("Пицца × 2 (+ Сыр × 2, + Соус × 1), Чай × 1");
});
