import { dishFields } from "#domain/guestCart.ts";
import { formatMoney } from "#domain/money.ts";
import { requiredGroupsOf } from "#domain/requiredGroups.ts";
import type { Shop } from "../services/shop/shop.ts";
import type { ShopDish, ShopModifier, ShopSection } from "../services/shop/shopMenu.ts";
import { type GuestStage, type GuestStatus, isStageOver } from "../services/shop/shopOrder.ts";
import { guestPaymentOf } from "../services/shop/shopPayment.ts";
import { escapeHtml } from "./html.ts";
import { shopCss } from "./shopCss.ts";
import type { ShopFields } from "./shopForm.ts";

type Menu = readonly ShopSection[];

/**
 * Renders a page of a shop; `more` is markup for the head. The styles are inline, because a separate request would
 * delay the first paint by a round trip.
 */
export const renderShopPage = (title: string, body: string, more = ""): string => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/shop.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style>${shopCss}</style>${more}
</head>
<body>
${body}
</body>
</html>
`;

const modifierItem = ({ id, name, price }: ShopModifier, prefix: string, fields: ShopFields): string => {
  const isChosen = fields[`${prefix}${id}`] !== undefined;
  return `<label class="choice"><input type="checkbox" name="${prefix}${id}" value="1" data-price="${price}"${isChosen ? " checked" : ""}> ${escapeHtml(name)}${price > 0 ? `, +${escapeHtml(formatMoney(price))}` : ""}</label>`;
};

/** Renders the modifiers of a line. The required groups precede the optional modifiers. */
const modifierItems = ({ id: dishId, modifiers }: ShopDish, variant: number, fields: ShopFields): string => {
  const { modifiers: prefix } = dishFields(dishId, variant);
  const itemsOf = (groupId: number | undefined) =>
    modifiers
      .filter(({ requiredGroup }) => requiredGroup?.id === groupId)
      .map((one) => modifierItem(one, prefix, fields))
      .join("");
  const groups = requiredGroupsOf(modifiers).map(
    ({ id, name }) =>
      `<div class="group" role="group" aria-label="${escapeHtml(name)}"><b>${escapeHtml(name)} — выберите хотя бы одно</b>${itemsOf(id)}</div>`,
  );
  return groups.join("") + itemsOf(undefined);
};

const countField = ({ id, price }: ShopDish, variant: number, fields: ShopFields, label = ""): string => {
  const { count } = dishFields(id, variant);
  const value = fields[count];
  return `<input type="number" id="${count}" name="${count}" min="0" max="99" inputmode="numeric" placeholder="0" data-price="${price}"${value ? ` value="${escapeHtml(value)}"` : ""}${label && ` aria-label="${escapeHtml(label)}"`}>`;
};

/**
 * Renders the fields of a second line of a dish. Without the script, a guest can use this line to choose other
 * modifiers.
 */
const secondLine = (dish: ShopDish, fields: ShopFields): string =>
  `<noscript><fieldset><legend>Ещё порции с другими добавками</legend>${countField(dish, 2, fields, `${dish.name}, ещё порции`)}${modifierItems(dish, 2, fields)}</fieldset></noscript>`;

/** Renders a dish. The modifiers are unfolded if the guest must choose one of them. */
const dishItem = (dish: ShopDish, fields: ShopFields): string => {
  const { id, name, price, imageUrl, modifiers } = dish;
  const isOpen = requiredGroupsOf(modifiers).length > 0;
  return `<li class="dish">
${imageUrl ? `<img src="${escapeHtml(imageUrl)}" alt="" loading="lazy" width="88" height="88">` : `<span class="blank"></span>`}
<label for="d${id}">${escapeHtml(name)}</label>
<div><span class="price">${escapeHtml(formatMoney(price))}</span>${countField(dish, 1, fields)}</div>${
    modifiers.length > 0
      ? `<details data-dish="${id}"${isOpen ? " open" : ""}><summary>Добавки</summary>${modifierItems(dish, 1, fields)}${secondLine(dish, fields)}</details>`
      : ""
  }</li>`;
};

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

/**
 * Renders an error that screen readers announce. Without an error the element is empty, so that the script can fill it.
 */
export const renderShopAlert = (problem = ""): string =>
  `<p class="bad" role="alert" id="problem">${escapeHtml(problem)}</p>`;

/** Renders the link to the script. The pages also work without a script. */
export const renderShopScript = (): string => `\n<script src="/shop.js" defer></script>`;

const headOf = ({ name, phone, closedReason }: Shop): string => `<header><h1>${escapeHtml(name)}</h1>
<p>${phone ? `Телефон: ${escapeHtml(phone)}` : "Доставка и самовывоз"}</p>${closedReason === undefined ? "" : `<p class="bad">${escapeHtml(closedReason)}</p>`}</header>`;

/** Renders the menu of a shop with the choice of the guest in `fields`. The form works without a script. */
export const renderShopMenu = (shop: Shop, menu: Menu, problem?: string, fields: ShopFields = {}): string =>
  renderShopPage(
    `${shop.name} — меню`,
    `${headOf(shop)}
<nav aria-label="Разделы меню">${menu.map(({ id, name }) => `<a href="#c${id}">${escapeHtml(name)}</a>`).join("")}</nav>
<main data-page="menu" data-slug="${shop.slug}">${renderShopAlert(problem)}
${menu.length === 0 ? "<p>Меню пока пустое. Загляните чуть позже.</p>" : ""}
<form method="post" action="/shop/${shop.slug}/cart">
${menu.map(({ id, name, dishes }) => `<section aria-labelledby="c${id}"><h2 id="c${id}">${escapeHtml(name)}</h2><ul class="dishes">${dishes.map((dish) => dishItem(dish, fields)).join("")}</ul></section>`).join("\n")}
${menu.length === 0 ? "" : `<div class="bar"><button id="send">В корзину</button></div>`}
</form></main>`,
    `\n<link rel="manifest" href="/shop/${shop.slug}/manifest.json">
<script type="application/ld+json">${menuData(shop, menu)}</script>${renderShopScript()}`,
  );

const STAGES: readonly (readonly [GuestStage, string])[] = [
  ["accepted", "Заказ принят"],
  ["confirmed", "Подтверждён"],
  ["cooking", "Готовится"],
  ["ready", "Готов"],
  ["onTheWay", "Курьер в пути"],
  ["done", "Выполнен"],
];

const renderPayment = (shop: Shop, status: GuestStatus, token: string): string => {
  const payment = guestPaymentOf(shop, status);
  const sum = escapeHtml(formatMoney(payment === "pending" ? status.unpaid : status.due));
  if (payment === "paid") return `<p class="good">Оплачено</p>`;
  if (payment === "pending")
    return `<p><a class="button" href="${escapeHtml(status.invoice?.url ?? "")}">Перейти к оплате: ${sum}</a></p>`;
  return payment === "notOffered"
    ? ""
    : `<form class="pay" method="post" action="/shop/${shop.slug}/order/${token}/pay"><button>Оплатить онлайн: ${sum}</button></form>`;
};

const renderReviewLink = ({ stage, reviewToken }: GuestStatus): string =>
  stage === "done" && reviewToken ? `<p><a class="button" href="/feedback/${reviewToken}">Оценить заказ</a></p>` : "";

/** Renders a page that redirects to the payment page of the provider. */
export const renderPaymentRedirect = (url: string): string =>
  renderShopPage(
    "Оплата",
    `<main class="card"><h1>Открываем страницу оплаты…</h1><p><a class="button" href="${escapeHtml(url)}">Перейти к оплате</a></p></main>`,
    `\n<meta http-equiv="refresh" content="0; url=${escapeHtml(url)}">`,
  );

/**
 * Renders the status of a guest's order; `problem` is an error of the payment. Without a script, the page reloads
 * itself until the order has ended.
 */
export const renderGuestStatus = (shop: Shop, token: string, status: GuestStatus, problem?: string): string => {
  const { number, amount, stage, isDelivery } = status;
  const steps = STAGES.filter(([name]) => isDelivery || name !== "onTheWay");
  const isOver = isStageOver(stage);
  const list = steps
    .map(([name, text]) => `<li data-stage="${name}"${name === stage ? ' aria-current="step"' : ""}>${text}</li>`)
    .join("");
  return renderShopPage(
    `Заказ № ${number}`,
    `<main class="card" data-page="status" data-slug="${shop.slug}" data-over="${isOver}" data-payment="${guestPaymentOf(shop, status)}"><h1>Заказ № ${number}</h1><p class="total">${escapeHtml(formatMoney(amount))}</p>
${stage === "cancelled" ? `<p class="bad">Заказ отменён</p>` : `<ol class="steps" aria-live="polite">${list}</ol>`}
${renderShopAlert(problem)}${renderPayment(shop, status, token)}${renderReviewLink(status)}
${shop.phone ? `<p class="soft">Вопросы: ${escapeHtml(shop.phone)}</p>` : ""}
<p><a href="/shop/${shop.slug}">К меню</a></p></main>`,
    isOver ? "" : `\n<noscript><meta http-equiv="refresh" content="20"></noscript>${renderShopScript()}`,
  );
};

/** Renders a page with one sentence. */
export const renderShopProblem = (sentence: string): string =>
  renderShopPage("Магазин", `<main class="card"><h1>${escapeHtml(sentence)}</h1></main>`);
