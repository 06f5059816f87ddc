import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { listenForKeys, useCommands } from "#app/keyboard/commands.ts";
import { mount } from "../support/app/mount.tsx";

const run = vi.fn();

const Screen = ({ keys, scope }: { keys: string; scope?: "always" }) => {
  useCommands([{ title: "Команда", keys, run, ...(scope && { scope }) }]);
  return null;
};

const press = (init: KeyboardEventInit) => act(async () => dispatchEvent(new KeyboardEvent("keydown", init)));

beforeEach(() => {
  run.mockClear();
  return listenForKeys();
});

test.each([
  ["Ctrl+.", { key: ".", code: "Period", ctrlKey: true }],
  ["Ctrl+.", { key: "ю", code: "Period", ctrlKey: true }],
  ["Ctrl+/", { key: ".", code: "Slash", ctrlKey: true }],
  ["Ctrl+/", { key: "/", code: "Slash", ctrlKey: true }],
  ["Ctrl+K", { key: "л", code: "KeyK", ctrlKey: true }],
  ["Ctrl+Enter", { key: "Enter", code: "Enter", metaKey: true }],
  ["/", { key: ".", code: "Slash" }],
  ["?", { key: ",", code: "Slash", shiftKey: true }],
  ["?", { key: "?", code: "Minus", shiftKey: true }],
  ["n", { key: "т", code: "KeyN" }],
])(
  "command with the shortcut %s — runs on the key event %o, whose character or physical key matches",
  async (keys, init) => {
    await mount(<Screen keys={keys} />);
    await press(init);
    expect(run).toHaveBeenCalledOnce();
  },
);

test("open dialog — blocks a command without a scope, but not a command with the scope 'always'", async () => {
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  await mount(<Screen keys="Ctrl+." scope="always" />);
  await mount(<Screen keys="n" />);
  await press({ key: "n", code: "KeyN" });
  expect(run).not.toHaveBeenCalled();
  await press({ key: "ю", code: "Period", ctrlKey: true });
  expect(run).toHaveBeenCalledOnce();
  dialog.remove();
});
