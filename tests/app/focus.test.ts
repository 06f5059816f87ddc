import { beforeAll, beforeEach, expect, test } from "vitest";
import { keepFocus } from "#app/focus.ts";

beforeAll(keepFocus);

beforeEach(() => {
  document.body.innerHTML = `
    <div id="root"><main id="main" tabindex="-1"><h1>Заказ</h1><button id="opener"></button><button id="row"></button></main></div>`;
});

const at = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`No ${selector}`);
  return element;
};

const opened = (content: string): HTMLElement => {
  document.body.insertAdjacentHTML("beforeend", `<div role="dialog" tabindex="-1">${content}</div>`);
  return at('[role="dialog"]:last-child');
};

/** What has the focus once those who watch the page have seen the change. */
const focused = async (): Promise<Element | null> => {
  await Promise.resolve();
  return document.activeElement;
};

test("the screen has the focus when what had it goes, its heading where that can", async () => {
  at("#row").focus();
  at("#row").remove();
  expect(await focused()).toBe(at("#main"));
  at("h1").tabIndex = -1;
  at("#opener").focus();
  at("#opener").remove();
  expect(await focused()).toBe(at("h1"));
});

test("what opened a dialog has the focus again after it, and the screen where that is gone too", async () => {
  for (const left of ["#opener", "#main"]) {
    at("#opener").focus();
    const dialog = opened("<button>Да</button>");
    at('[role="dialog"] button').focus();
    if (left === "#main") at("#opener").remove();
    dialog.remove();
    expect(await focused()).toBe(at(left));
  }
});

test("after a dialog over a dialog the first has it, where it was", async () => {
  at("#opener").focus();
  opened('<input data-autofocus><button id="further"></button>');
  at("#further").focus();
  const over = opened("<button>Нет</button>");
  at('[role="dialog"]:last-child button').focus();
  over.remove();
  expect(await focused()).toBe(at("#further"));
});

test("within a dialog it goes to what the new content marks, and waits for it with the dialog", async () => {
  const dialog = opened("<button></button>");
  at('[role="dialog"] button').focus();
  dialog.innerHTML = "<p>Загружается</p>";
  expect(await focused()).toBe(dialog);
  dialog.innerHTML = "<input data-autofocus>";
  expect(await focused()).toBe(at("input"));
});

test("nothing is taken from who types, nor given where a press on nothing took it", async () => {
  at("#main").insertAdjacentHTML("beforeend", "<input>");
  at("#row").focus();
  at("input").focus();
  at("#row").remove();
  expect(await focused()).toBe(at("input"));
  at("input").blur();
  at("#opener").remove();
  expect(await focused()).toBe(document.body);
});
