import { formatMoney } from "#domain/money.ts";
import { cartProblemText } from "./cartPage.ts";
import { createCart, readGuestForm } from "./startCart.ts";

const MAX_COUNT = 99;

const stepButton = (input: HTMLInputElement, step: 1 | -1, name: string): HTMLButtonElement => {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "step", textContent: step > 0 ? "+" : "−" });
  button.setAttribute("aria-label", `${step > 0 ? "Добавить" : "Убрать"}: ${name}`);
  button.addEventListener("click", () => {
    const count = Math.min(MAX_COUNT, Math.max(0, (Number(input.value) || 0) + step));
    input.value = count === 0 ? "" : String(count);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return button;
};

const priceOf = (input: HTMLInputElement): number => Number(input.dataset["price"] ?? 0);

/** Returns the price of the chosen dishes with their modifiers, roubles. */
const sumOf = (counts: readonly HTMLInputElement[]): number =>
  counts.reduce((sum, input) => {
    const modifiers = [...(input.closest(".dish")?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])];
    const price = modifiers.reduce((total, one) => total + priceOf(one), priceOf(input));
    return sum + price * (Number(input.value) || 0);
  }, 0);

const restore = (form: HTMLFormElement, fields: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(fields)) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) continue;
    if (control.type === "checkbox") control.checked = true;
    else control.value = value;
  }
};

/**
 * Starts the script of the menu page. It adds buttons for the counts, shows the total, and stores the choice, so that
 * it survives a reload.
 */
export const startMenuPage = (main: HTMLElement): void => {
  const form = main.querySelector("form");
  const send = document.getElementById("send");
  if (!form || !send) return;
  const { cart, storage } = createCart(main.dataset["slug"] ?? "");
  const counts = [...form.querySelectorAll<HTMLInputElement>("input[type=number]")];
  for (const input of counts) {
    const name = input.labels?.[0]?.textContent ?? "";
    input.before(stepButton(input, -1, name));
    input.after(stepButton(input, 1, name));
  }
  const show = () => {
    const sum = sumOf(counts);
    send.textContent = sum > 0 ? `В корзину · ${formatMoney(sum)}` : "В корзину";
  };
  restore(form, storage.readChoice());
  show();
  form.addEventListener("input", () => {
    storage.keepChoice(Object.fromEntries(Object.entries(readGuestForm(form)).filter(([, value]) => value !== "")));
    show();
  });
  const pending = storage.readPending();
  if (!pending) return;
  const problem = document.getElementById("problem");
  cart.subscribe(({ context }) => {
    if (problem) problem.textContent = cartProblemText(context.problem);
  });
  cart.start();
  cart.send({ type: "order.resume", fields: pending });
};
