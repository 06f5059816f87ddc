import { formatMoney, sumMoney } from "#domain/money.ts";
import type { Shop } from "../services/shop/shop.ts";
import { escapeHtml } from "./html.ts";
import { type CartLine, type ShopFields, sumCartLine } from "./shopForm.ts";
import { renderShopAlert, renderShopPage } from "./shopHtml.ts";

const WAYS = [
  ["delivery", "Доставка"],
  ["pickup", "Заберу сам"],
] as const;

const field = (fields: ShopFields, name: string, label: string, more = ""): string =>
  `<label class="field" for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(fields[name] ?? "")}" ${more}>`;

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const choices = (
  name: string,
  legend: string,
  options: readonly (readonly [string, string])[],
  chosen?: string,
): string =>
  `<fieldset><legend>${legend}</legend>${options
    .map(
      ([value, label], index) =>
        `<label class="choice"><input type="radio" name="${name}" value="${value}"${(chosen === undefined ? index === 0 : chosen === value) ? " checked" : ""}> ${escapeHtml(label)}</label>`,
    )
    .join("")}</fieldset>`;

const lineItem = (line: CartLine): string => {
  const { dish, count, modifiers } = line;
  const added = modifiers.map(({ name }) => escapeHtml(name)).join(", ");
  return `<li><span>${escapeHtml(dish.name)} × ${count}${added ? `<br><small>${added}</small>` : ""}${dish.isStopped ? ` <span class="bad">закончилось</span>` : ""}</span><span class="price">${escapeHtml(formatMoney(sumCartLine(line)))}</span></li>`;
};

const hiddenLine = ({ dish, count, modifiers }: CartLine): string =>
  [hidden(`d${dish.id}`, String(count)), ...modifiers.map(({ id }) => hidden(`m${dish.id}-${id}`, "1"))].join("");

/** Cart of a guest. `total` is the calculated price, roubles, or undefined before the address is known. */
interface Cart {
  readonly lines: readonly CartLine[];
  readonly fields: ShopFields;
  readonly key: string;
  readonly total?: { readonly amount: number; readonly deliveryPrice: number } | undefined;
  readonly problem?: string | undefined;
}

const totalOf = ({ lines, total }: Cart): string => {
  const goods = sumMoney(lines.map(sumCartLine));
  if (!total)
    return `<p class="total">Блюда: ${escapeHtml(formatMoney(goods))}</p><p class="soft">Доставку посчитаем по адресу.</p>`;
  return `<p>Доставка: ${escapeHtml(total.deliveryPrice === 0 ? "бесплатно" : formatMoney(total.deliveryPrice))}</p>
<p class="total">Итого: ${escapeHtml(formatMoney(total.amount))}</p>`;
};

/** Renders the cart of a guest with the fields of the order. */
export const renderCart = (shop: Shop, cart: Cart): string => {
  const { lines, fields, key, total, problem } = cart;
  const methods = shop.methods.map(({ id, name }) => [String(id), name] as const);
  return renderShopPage(
    `${shop.name} — корзина`,
    `<main class="card"><p><a href="/shop/${shop.slug}">К меню</a></p><h1>Ваш заказ</h1>${renderShopAlert(problem)}
<ul class="lines">${lines.map(lineItem).join("")}</ul>
<form method="post" action="/shop/${shop.slug}/order">
${lines.map(hiddenLine).join("")}${hidden("key", key)}${total ? hidden("amount", String(total.amount)) : ""}
${field(fields, "phone", "Телефон", 'type="tel" autocomplete="tel" maxlength="30" required')}
${choices("way", "Как получить", WAYS, fields["way"])}
${field(fields, "street", "Улица (для доставки)", 'autocomplete="address-line1" maxlength="200"')}
${field(fields, "house", "Дом", 'maxlength="20"')}
${field(fields, "flat", "Квартира", 'maxlength="20"')}
${shop.methods.length > 0 ? choices("method", "Оплата", methods, fields["method"]) : ""}
${field(fields, "note", "Комментарий", 'maxlength="500"')}
<div class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off" aria-label="Не заполняйте"></div>
${totalOf(cart)}
<div class="bar"><button>${total ? `Заказать за ${escapeHtml(formatMoney(total.amount))}` : "Посчитать сумму"}</button></div>
</form></main>`,
  );
};
