import type { PricedCart } from "#domain/guestCart.ts";
import type { CartProblem, GuestFields } from "#machines/shop/shopCart.ts";
import { createCart, readGuestForm } from "./startCart.ts";

const paragraph = (text: string): HTMLElement => {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
};

const listItem = ({ text, price, isStopped }: PricedCart["lines"][number]): HTMLElement => {
  const item = document.createElement("li");
  const [name, sum] = [document.createElement("span"), document.createElement("span")];
  name.textContent = isStopped ? `${text} — закончилось` : text;
  if (isStopped) name.className = "bad";
  sum.className = "price";
  sum.textContent = price;
  item.append(name, sum);
  return item;
};

const setHidden = (form: HTMLFormElement, name: string, value: string | undefined): void => {
  form.querySelector(`input[type=hidden][name=${name}]`)?.remove();
  if (value === undefined) return;
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  form.append(input);
};

const showCart = (form: HTMLFormElement, { key, amount, lines, sums, button }: PricedCart): void => {
  setHidden(form, "key", key);
  setHidden(form, "amount", amount === null ? undefined : String(amount));
  document.getElementById("lines")?.replaceChildren(...lines.map(listItem));
  document.getElementById("sums")?.replaceChildren(...sums.map(paragraph));
  const send = document.getElementById("send");
  if (send) send.textContent = button;
};

/** Fills a form with the fields of an unanswered order, so that a repeated submit uses the same idempotency key. */
const fillForm = (form: HTMLFormElement, fields: GuestFields): void => {
  for (const [name, value] of Object.entries(fields)) {
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList) control.value = value;
    else if (control instanceof HTMLInputElement) control.value = value;
    else if (name === "amount") setHidden(form, name, value);
  }
};

/** Returns the error message for the guest, or an empty string if there is no problem. */
export const cartProblemText = (problem: CartProblem): string => {
  if (!problem) return "";
  return problem.code === "refused" ? problem.sentence : "Заказ не дошёл. Проверьте связь и отправьте его ещё раз.";
};

/**
 * Starts the script of the cart page. The script submits the form without leaving the page, and checks the outcome of
 * an order with a lost answer.
 */
export const startCartPage = (main: HTMLElement): void => {
  const form = main.querySelector("form");
  const send = document.getElementById("send");
  const problem = document.getElementById("problem");
  if (!form || !(send instanceof HTMLButtonElement) || !problem) return;
  const { cart, storage } = createCart(main.dataset["slug"] ?? "");
  let shown: PricedCart | undefined;
  // The page subscribes to the cart only after the start, because the initial snapshot would clear the error message
  // that the server rendered.
  cart.start();
  cart.subscribe((snapshot) => {
    const { cart: priced } = snapshot.context;
    if (priced && priced !== shown) showCart(form, priced);
    shown = priced;
    send.disabled = snapshot.hasTag("busy") || snapshot.matches("sent");
    problem.textContent = snapshot.matches({ checking: "waiting" })
      ? "Нет связи. Проверяем, дошёл ли заказ…"
      : cartProblemText(snapshot.context.problem);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    cart.send({ type: "order.send", fields: readGuestForm(form) });
  });
  const pending = storage.readPending();
  if (!pending) return;
  fillForm(form, pending);
  cart.send({ type: "order.resume", fields: pending });
};
