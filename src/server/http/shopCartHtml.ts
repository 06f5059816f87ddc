import { dishFields, type PricedCart } from "#domain/guestCart.ts";
import type { Shop } from "../services/shop/shop.ts";
import { escapeHtml } from "./html.ts";
import { describeCart, type GuestCart } from "./shopCartView.ts";
import type { CartLine, ShopFields } from "./shopForm.ts";
import { renderShopAlert, renderShopPage, renderShopScript } from "./shopHtml.ts";

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

const lineItem = ({ text, price, isStopped }: PricedCart["lines"][number]): string =>
  `<li><span>${escapeHtml(text)}${isStopped ? ` <span class="bad">закончилось</span>` : ""}</span><span class="price">${escapeHtml(price)}</span></li>`;

const hiddenLine = ({ dish, variant, count, modifiers }: CartLine): string => {
  const names = dishFields(dish.id, variant);
  const extras = modifiers.map(({ id }) => hidden(`${names.modifiers}${id}`, "1"));
  return [hidden(names.count, String(count)), ...extras].join("");
};

/** Renders the cart of a guest with the fields of the order. */
export const renderCart = (shop: Shop, cart: GuestCart): string => {
  const { lines, fields, key, total, problem } = cart;
  const view = describeCart(cart);
  const methods = shop.methods.map(({ id, name }) => [String(id), name] as const);
  return renderShopPage(
    `${shop.name} — корзина`,
    `<main class="card" data-page="cart" data-slug="${shop.slug}"><p><a href="/shop/${shop.slug}">К меню</a></p><h1>Ваш заказ</h1>
<ul class="lines" id="lines">${view.lines.map(lineItem).join("")}</ul>
<form method="post" action="/shop/${shop.slug}/order">
${lines.map(hiddenLine).join("")}${hidden("key", key)}${total ? hidden("amount", String(total.amount)) : ""}
${field(fields, "phone", "Телефон", 'type="tel" autocomplete="tel" maxlength="30" required')}
${choices("way", "Как получить", WAYS, fields["way"])}
<div class="address">${field(fields, "street", "Улица (для доставки)", 'autocomplete="address-line1" maxlength="200"')}
${field(fields, "house", "Дом", 'maxlength="20"')}
${field(fields, "flat", "Квартира", 'maxlength="20"')}</div>
${shop.methods.length > 0 ? choices("method", "Оплата", methods, fields["method"]) : ""}
${shop.hasPromoCodes ? field(fields, "promo", "Промокод", 'autocomplete="off" autocapitalize="characters" maxlength="100"') : ""}
${field(fields, "note", "Комментарий", 'maxlength="500"')}
<div class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off" aria-label="Не заполняйте"></div>
<div id="sums">${view.sums.map((sum) => `<p>${escapeHtml(sum)}</p>`).join("")}</div>
${renderShopAlert(problem)}
<div class="bar"><button id="send">${escapeHtml(view.button)}</button></div>
</form></main>`,
    renderShopScript(),
  );
};
