import { beforeAll, beforeEach, expect, test } from "vitest";
import { restoreLostFocus } from "#app/keyboard/restoreLostFocus.ts";

beforeAll(restoreLostFocus);

beforeEach(() => {
  document.body.innerHTML = `
    <div id="root"><main id="main" tabindex="-1"><h1>Заказ</h1><button id="opener"></button><button id="row"></button></main></div>`;
});

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`No ${selector}`);
  return element;
};

const openDialog = (content: string): HTMLElement => {
  document.body.insertAdjacentHTML("beforeend", `<div role="dialog" tabindex="-1">${content}</div>`);
  return find('[role="dialog"]:last-child');
};

/** Returns the focused element after the callbacks of mutation observers have run. */
const focused = async (): Promise<Element | null> => {
  await Promise.resolve();
  return document.activeElement;
};

test("restoreLostFocus — after a removal of the focused element, focuses the heading, or the screen if the heading is not focusable", async () => {
  find("#row").focus();
  find("#row").remove();
  expect(await focused()).toBe(find("#main"));
  find("h1").tabIndex = -1;
  find("#opener").focus();
  find("#opener").remove();
  expect(await focused()).toBe(find("h1"));
});

test("restoreLostFocus — focuses the opener of a closed dialog, or the screen if the opener is gone", async () => {
  for (const expected of ["#opener", "#main"]) {
    find("#opener").focus();
    const dialog = openDialog("<button>Да</button>");
    find('[role="dialog"] button').focus();
    if (expected === "#main") find("#opener").remove();
    dialog.remove();
    expect(await focused()).toBe(find(expected));
  }
});

test("restoreLostFocus — returns the focus to the outer dialog's last focused element when the inner dialog closes", async () => {
  find("#opener").focus();
  openDialog('<input data-autofocus><button id="second"></button>');
  find("#second").focus();
  const nested = openDialog("<button>Нет</button>");
  find('[role="dialog"]:last-child button').focus();
  nested.remove();
  expect(await focused()).toBe(find("#second"));
});

test("restoreLostFocus — focuses the data-autofocus element of new dialog content, otherwise the dialog", async () => {
  const dialog = openDialog("<button></button>");
  find('[role="dialog"] button').focus();
  dialog.innerHTML = "<p>Загружается</p>";
  expect(await focused()).toBe(dialog);
  dialog.innerHTML = "<input data-autofocus>";
  expect(await focused()).toBe(find("input"));
});

test("restoreLostFocus — does not move the focus when an unfocused element is removed, even after an explicit blur()", async () => {
  find("#main").insertAdjacentHTML("beforeend", "<input>");
  find("#row").focus();
  find("input").focus();
  find("#row").remove();
  expect(await focused()).toBe(find("input"));
  find("input").blur();
  find("#opener").remove();
  expect(await focused()).toBe(document.body);
});
