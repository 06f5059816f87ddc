import type { PricedCart } from "#domain/guestCart.ts";
import { formatMoney, sumMoney } from "#domain/money.ts";
import type { OrderPrice } from "#domain/pricing.ts";
import { type CartLine, type ShopFields, sumCartLine } from "./shopForm.ts";

/** Cart of a guest. `total` is the calculated price, roubles, or undefined if the price is not known. */
export interface GuestCart {
  readonly lines: readonly CartLine[];
  readonly fields: ShopFields;
  readonly key: string;
  readonly total?: Pick<OrderPrice, "amount" | "deliveryPrice" | "discountAmount"> | undefined;
  readonly problem?: string | undefined;
}

const describeLine = (line: CartLine): PricedCart["lines"][number] => {
  const { dish, count, modifiers } = line;
  const added = modifiers.map(({ name }) => name).join(", ");
  return {
    text: `${dish.name} × ${count}${added && ` (${added})`}`,
    price: formatMoney(sumCartLine(line)),
    isStopped: dish.isStopped,
  };
};

const describeSums = ({ lines, fields, total }: GuestCart): string[] => {
  if (!total) return ["Доставку посчитаем по адресу.", `Блюда: ${formatMoney(sumMoney(lines.map(sumCartLine)))}`];
  const discount =
    total.discountAmount > 0
      ? `Скидка: −${formatMoney(total.discountAmount)}`
      : "На эти блюда промокод скидки не даёт.";
  const delivery = total.deliveryPrice === 0 ? "бесплатно" : formatMoney(total.deliveryPrice);
  return [
    ...(fields["promo"] ? [discount] : []),
    ...(fields["way"] === "pickup" ? [] : [`Доставка: ${delivery}`]),
    `Итого: ${formatMoney(total.amount)}`,
  ];
};

/** Returns the texts of a cart for the page and for the script of the page. */
export const describeCart = (cart: GuestCart): PricedCart => ({
  key: cart.key,
  amount: cart.total?.amount ?? null,
  lines: cart.lines.map(describeLine),
  sums: describeSums(cart),
  button: cart.total ? `Заказать за ${formatMoney(cart.total.amount)}` : "Посчитать сумму",
});
