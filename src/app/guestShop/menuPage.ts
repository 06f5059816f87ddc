import { dishFields, MAX_VARIANTS } from "#domain/guestCart.ts";
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

const addSteps = (input: HTMLInputElement, name: string): void => {
  input.before(stepButton(input, -1, name));
  input.after(stepButton(input, 1, name));
};

/** Returns the price of the chosen dishes with their modifiers, roubles. */
const sumOf = (form: HTMLFormElement): number => {
  const chosen = [...form.querySelectorAll<HTMLInputElement>("input:checked")];
  return [...form.querySelectorAll<HTMLInputElement>("input[type=number]")].reduce((sum, input) => {
    const modifiers = chosen.filter(({ name }) => name.startsWith(`m${input.name.slice(1)}-`));
    const price = modifiers.reduce((total, one) => total + priceOf(one), priceOf(input));
    return sum + price * (Number(input.value) || 0);
  }, 0);
};

/**
 * Adds a button to a dish. A click on the button adds a line with a separate count and separate modifiers. Returns a
 * function that adds lines until the dish has `upTo` lines, at most `MAX_VARIANTS`. If the dish then has several lines,
 * the function opens the details of the dish.
 */
const offerLines = (details: HTMLElement, count: HTMLInputElement): ((upTo: number) => void) => {
  const id = details.dataset["dish"] ?? "";
  const name = count.labels?.[0]?.textContent ?? "";
  const choices = [...details.querySelectorAll<HTMLElement>(":scope > :is(.choice, .group)")];
  const more = document.createElement("button");
  let lines = 1;
  const addLine = (): HTMLInputElement => {
    lines += 1;
    const names = dishFields(id, lines);
    const fieldset = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = "Ещё порции с другими добавками";
    const input = document.createElement("input");
    Object.assign(input, { type: "number", name: names.count, id: names.count, min: "0", max: String(MAX_COUNT) });
    Object.assign(input, { inputMode: "numeric", placeholder: "0" });
    input.dataset["price"] = count.dataset["price"] ?? "";
    input.setAttribute("aria-label", `${name}, вариант ${lines}`);
    const row = document.createElement("div");
    row.append(input);
    addSteps(input, `${name}, вариант ${lines}`);
    fieldset.append(legend, row, ...choices.map((choice) => choiceOf(choice, names.modifiers)));
    more.before(fieldset);
    more.hidden = lines === MAX_VARIANTS;
    return input;
  };
  Object.assign(more, { type: "button", className: "more", textContent: "Ещё порции с другими добавками" });
  more.addEventListener("click", () => addLine().focus());
  details.append(more);
  return (upTo) => {
    while (lines < Math.min(upTo, MAX_VARIANTS)) addLine();
    if (lines > 1) details.setAttribute("open", "");
  };
};

/**
 * Copies the field of a modifier, or a group of such fields, for another line of the dish. The names of the copied
 * fields begin with `prefix`.
 */
const choiceOf = (choice: HTMLElement, prefix: string): Node => {
  const copy = choice.cloneNode(true);
  if (copy instanceof HTMLElement)
    for (const input of copy.querySelectorAll("input")) {
      input.name = input.name.replace(/^m\d+-/, prefix);
      input.checked = false;
    }
  return copy;
};

/** Returns the first required group in which no modifier is chosen. Ignores the groups of lines without portions. */
const findMissingGroup = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.querySelectorAll<HTMLElement>(".group")].find((group) => {
    const [first] = group.querySelectorAll("input");
    const count = form.elements.namedItem(`d${/^m(.+)-\d+$/.exec(first?.name ?? "")?.[1]}`);
    return count instanceof HTMLInputElement && Number(count.value) > 0 && !group.querySelector("input:checked");
  });

const restore = (form: HTMLFormElement, fields: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(fields)) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) continue;
    if (control.type === "checkbox") control.checked = true;
    else control.value = value;
  }
};

/** Returns the number of lines of a dish in a stored choice. `count` is the field name of the dish's first line. */
const countLines = (fields: Readonly<Record<string, string>>, count: string): number =>
  Math.max(1, ...Object.keys(fields).map((name) => Number(name.startsWith(`${count}.`) && name.split(".")[1])));

/**
 * Starts the script of the menu page. The script adds buttons for counts and further lines, shows the total, stores the
 * choice for a reload, and refuses a submit while a required group has no modifier. It also checks the outcome of an
 * order with a lost answer.
 */
export const startMenuPage = (main: HTMLElement): void => {
  const form = main.querySelector("form");
  const send = document.getElementById("send");
  if (!form || !send) return;
  const { cart, storage } = createCart(main.dataset["slug"] ?? "");
  const choice = storage.readChoice();
  for (const input of form.querySelectorAll<HTMLInputElement>("input[type=number]")) {
    addSteps(input, input.labels?.[0]?.textContent ?? "");
    const details = input.closest(".dish")?.querySelector("details");
    if (details) offerLines(details, input)(countLines(choice, input.name));
  }
  const show = () => {
    const sum = sumOf(form);
    send.textContent = sum > 0 ? `В корзину · ${formatMoney(sum)}` : "В корзину";
  };
  restore(form, choice);
  show();
  form.addEventListener("input", () => {
    storage.keepChoice(Object.fromEntries(Object.entries(readGuestForm(form)).filter(([, value]) => value !== "")));
    show();
  });
  const problem = document.getElementById("problem");
  form.addEventListener("submit", (event) => {
    const group = findMissingGroup(form);
    if (!group || !problem) return;
    event.preventDefault();
    const dish = group.closest(".dish")?.querySelector("label")?.textContent ?? "";
    problem.textContent = `«${dish}»: ${group.getAttribute("aria-label")} — выберите хотя бы одно.`;
    group.querySelector("b")?.classList.add("bad");
    group.closest("details")?.setAttribute("open", "");
    group.querySelector("input")?.focus();
  });
  const pending = storage.readPending();
  if (!pending) return;
  cart.subscribe(({ context }) => {
    if (problem) problem.textContent = cartProblemText(context.problem);
  });
  cart.start();
  cart.send({ type: "order.resume", fields: pending });
};
