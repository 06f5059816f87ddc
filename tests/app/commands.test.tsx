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
  ["Ctrl+.", ".", "Period", { ctrlKey: true }],
  ["Ctrl+.", "ю", "Period", { ctrlKey: true }],
  ["Ctrl+/", ".", "Slash", { ctrlKey: true }],
  ["Ctrl+/", "/", "Slash", { ctrlKey: true }],
  ["Ctrl+K", "л", "KeyK", { ctrlKey: true }],
  ["Ctrl+Enter", "Enter", "Enter", { metaKey: true }],
  ["/", ".", "Slash", {}],
  ["?", ",", "Slash", { shiftKey: true }],
  ["?", "?", "Minus", { shiftKey: true }],
  ["n", "т", "KeyN", {}],
])(
  "command with the shortcut '%s' — runs if the key types '%s' and has the code %s",
  async (keys, key, code, modifiers) => {
    await mount(<Screen keys={keys} />);
    await press({ key, code, ...modifiers });
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
