import { formatMoney, sumMoney } from "#domain/money.ts";
import type { readShopMenu, Shop, ShopDish } from "../services/shop/shop.ts";
import type { GuestStage, GuestStatus } from "../services/shop/shopOrder.ts";
import { escapeHtml } from "./html.ts";

type Menu = Awaited<ReturnType<typeof readShopMenu>>;

/** Fields of a form as the guest sent them. */
export type ShopFields = Readonly<Record<string, string>>;

/** Dish in the cart of a guest. */
export interface CartLine {
  readonly dish: ShopDish;
  readonly count: number;
}

const page = (title: string, body: string, more = ""): string => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/shop.css">${more}
</head>
<body>
${body}
</body>
</html>
`;

const dishItem = ({ id, name, price, imageUrl, isStopped }: ShopDish): string => `<li class="dish">
${imageUrl ? `<img src="${escapeHtml(imageUrl)}" alt="" loading="lazy" width="88" height="88">` : `<span class="blank"></span>`}
<label for="d${id}">${escapeHtml(name)}</label>
<div><span class="price">${escapeHtml(formatMoney(price))}</span>${
  isStopped
    ? `<span class="off" id="d${id}">Сегодня закончилось</span>`
    : `<input type="number" id="d${id}" name="d${id}" min="0" max="99" inputmode="numeric" placeholder="0">`
}</div></li>`;

/** Returns the menu as schema.org data. "<" is escaped, so that a name cannot end the script element. */
const menuData = ({ name }: Shop, menu: Menu): string =>
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Menu",
    name,
    hasMenuSection: menu.map((section) => ({
      "@type": "MenuSection",
      name: section.name,
      hasMenuItem: section.dishes.map((dish) => ({
        "@type": "MenuItem",
        name: dish.name,
        offers: { "@type": "Offer", price: dish.price, priceCurrency: "RUB" },
      })),
    })),
  }).replaceAll("<", "\\u003c");

const alertOf = (problem: string | undefined): string =>
  problem === undefined ? "" : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`;

const headOf = ({ name, phone, closedReason }: Shop): string => `<header><h1>${escapeHtml(name)}</h1>
<p>${phone ? `Телефон: ${escapeHtml(phone)}` : "Доставка и самовывоз"}</p>${alertOf(closedReason)}</header>`;

/** Renders the menu of a shop. The form works without a script. */
export const renderShopMenu = (shop: Shop, menu: Menu, problem?: string): string =>
  page(
    `${shop.name} — меню`,
    `${headOf(shop)}
<nav aria-label="Разделы меню">${menu.map(({ id, name }) => `<a href="#c${id}">${escapeHtml(name)}</a>`).join("")}</nav>
<main>${alertOf(problem)}
<form method="post" action="/shop/${shop.slug}/cart">
${menu.map(({ id, name, dishes }) => `<section aria-labelledby="c${id}"><h2 id="c${id}">${escapeHtml(name)}</h2><ul class="dishes">${dishes.map(dishItem).join("")}</ul></section>`).join("\n")}
<div class="bar"><button>В корзину</button></div>
</form></main>`,
    `\n<script type="application/ld+json">${menuData(shop, menu)}</script>`,
  );

const field = (fields: ShopFields, name: string, label: string, more = ""): string =>
  `<label class="field" for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(fields[name] ?? "")}" ${more}>`;

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const choice = (fields: ShopFields, value: string, label: string): string =>
  `<label class="choice"><input type="radio" name="way" value="${value}"${(fields["way"] ?? "delivery") === value ? " checked" : ""}> ${label}</label>`;

const lineItem = ({ dish, count }: CartLine): string =>
  `<li><span>${escapeHtml(dish.name)} × ${count}${dish.isStopped ? ` <span class="bad">закончилось</span>` : ""}</span><span class="price">${escapeHtml(formatMoney(sumMoney([dish.price * count])))}</span></li>`;

/** Cart of a guest. `total` is the calculated price, roubles, or undefined before the address is known. */
interface Cart {
  readonly lines: readonly CartLine[];
  readonly fields: ShopFields;
  readonly key: string;
  readonly total?: { readonly amount: number; readonly deliveryPrice: number } | undefined;
  readonly problem?: string | undefined;
}

const totalOf = ({ lines, total }: Cart): string => {
  const goods = sumMoney(lines.map(({ dish, count }) => dish.price * count));
  if (!total)
    return `<p class="total">Блюда: ${escapeHtml(formatMoney(goods))}</p><p class="soft">Доставку посчитаем по адресу.</p>`;
  return `<p>Доставка: ${escapeHtml(total.deliveryPrice === 0 ? "бесплатно" : formatMoney(total.deliveryPrice))}</p>
<p class="total">Итого: ${escapeHtml(formatMoney(total.amount))}</p>`;
};

/** Renders the cart of a guest with the fields of the order. */
export const renderCart = (shop: Shop, cart: Cart): string => {
  const { lines, fields, key, total, problem } = cart;
  return page(
    `${shop.name} — корзина`,
    `<main class="card"><p><a href="/shop/${shop.slug}">К меню</a></p><h1>Ваш заказ</h1>${alertOf(problem)}
<ul class="lines">${lines.map(lineItem).join("")}</ul>
<form method="post" action="/shop/${shop.slug}/order">
${lines.map(({ dish, count }) => hidden(`d${dish.id}`, String(count))).join("")}${hidden("key", key)}${total ? hidden("amount", String(total.amount)) : ""}
${field(fields, "phone", "Телефон", 'type="tel" autocomplete="tel" maxlength="30" required')}
<fieldset><legend>Как получить</legend>${choice(fields, "delivery", "Доставка")}${choice(fields, "pickup", "Заберу сам")}</fieldset>
${field(fields, "street", "Улица (для доставки)", 'autocomplete="address-line1" maxlength="200"')}
${field(fields, "house", "Дом", 'maxlength="20"')}
${field(fields, "flat", "Квартира", 'maxlength="20"')}
${field(fields, "note", "Комментарий", 'maxlength="500"')}
<div class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off" aria-label="Не заполняйте"></div>
${totalOf(cart)}
<p class="soft">Оплата при получении.</p>
<div class="bar"><button>${total ? `Заказать за ${escapeHtml(formatMoney(total.amount))}` : "Посчитать сумму"}</button></div>
</form></main>`,
  );
};

const STAGES: readonly (readonly [GuestStage, string])[] = [
  ["accepted", "Заказ принят"],
  ["confirmed", "Подтверждён"],
  ["cooking", "Готовится"],
  ["ready", "Готов"],
  ["onTheWay", "Курьер в пути"],
  ["done", "Выполнен"],
];

/** Renders the status of a guest's order. The page reloads itself until the order has ended. */
export const renderGuestStatus = (shop: Shop, { number, amount, stage, isDelivery }: GuestStatus): string => {
  const steps = STAGES.filter(([name]) => isDelivery || name !== "onTheWay");
  const isOver = stage === "done" || stage === "cancelled";
  const list = steps.map(([name, text]) => `<li${name === stage ? ' aria-current="step"' : ""}>${text}</li>`).join("");
  return page(
    `Заказ № ${number}`,
    `<main class="card"><h1>Заказ № ${number}</h1><p class="total">${escapeHtml(formatMoney(amount))}</p>
${stage === "cancelled" ? `<p class="bad">Заказ отменён</p>` : `<ol class="steps">${list}</ol>`}
${shop.phone ? `<p class="soft">Вопросы: ${escapeHtml(shop.phone)}</p>` : ""}
<p><a href="/shop/${shop.slug}">К меню</a></p></main>`,
    isOver ? "" : `\n<meta http-equiv="refresh" content="20">`,
  );
};

/** Renders a page with one sentence. */
export const renderShopProblem = (sentence: string): string =>
  page("Магазин", `<main class="card"><h1>${escapeHtml(sentence)}</h1></main>`);
