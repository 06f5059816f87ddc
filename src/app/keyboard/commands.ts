import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Command of the current screen: shown in the palette and in the list of keys, run by its keys. */
export interface Command {
  title: string;
  /** Keys as they are shown: "n", "g o" (a sequence), "Ctrl+Enter", "Esc", "?". */
  keys?: string;
  /** Reason why the command is disabled. */
  why?: string | undefined;
  /** "dialog" for a command of an open dialog. All other commands are off while a dialog is open. */
  scope?: "dialog";
  run: () => void;
}

let registered: readonly (readonly Command[])[] = [];
const listeners = new Set<() => void>();

const publish = (next: typeof registered) => {
  registered = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Registers commands while the component is mounted. Of commands with the same keys the latest wins. */
export const useCommands = (commands: readonly Command[]): void => {
  const serialised = JSON.stringify(commands);
  const run = useEffectEvent((at: number) => commands[at]?.run());
  useEffect(() => {
    const parsed: readonly Omit<Command, "run">[] = JSON.parse(serialised);
    const own = parsed.map((command, at) => ({ ...command, run: () => run(at) }));
    publish([...registered, own]);
    return () => publish(registered.filter((other) => other !== own));
  }, [serialised]);
};

/** Returns all registered commands, those of the latest component first. */
export const useAllCommands = (): readonly Command[] => {
  const groups = useSyncExternalStore(subscribe, () => registered);
  return [...groups].reverse().flat();
};

const SEQUENCE_MS = 1_000;

/** Returns true for an element that takes text or a choice by keyboard. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"));

const keyNames: Readonly<Record<string, string>> = { Escape: "Esc", " ": "Space", ArrowLeft: "←", ArrowRight: "→" };

/** Returns the name of a key as commands write it. Letters are read by their position, so that a Russian layout works. */
const keyName = (event: KeyboardEvent): string => {
  const plain = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : (keyNames[event.key] ?? event.key);
  if (event.key === "?" || event.key === "/") return event.key;
  if (event.code === "Slash") return event.shiftKey ? "?" : "/";
  if (!event.ctrlKey && !event.metaKey) return plain;
  return `Ctrl+${plain.length === 1 ? plain.toUpperCase() : plain}`;
};

let typedDigits = "";

/** Returns the digits typed outside a field since the last command, click or Enter, and clears them. They were meant for a form that was still loading. */
export const takeTypedDigits = (): string => {
  const digits = typedDigits;
  typedDigits = "";
  return digits;
};

/** Runs registered commands by their keys. In a text field only keys with Ctrl work. Returns a disposer. */
export const listenForKeys = (): (() => void) => {
  let previous = { name: "", at: 0 };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    // A held Enter repeats, and would also press the button that gets the focus next.
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
    const name = keyName(event);
    if (isTextInput(event.target) && !name.startsWith("Ctrl+")) return;
    const scope = document.querySelector('[role="dialog"]') ? "dialog" : undefined;
    const sequence = event.timeStamp - previous.at < SEQUENCE_MS ? `${previous.name} ${name}` : name;
    previous = { name, at: event.timeStamp };
    const commands = [...registered]
      .reverse()
      .flat()
      .filter((command) => command.scope === scope);
    const command = commands.find(({ keys }) => keys === sequence) ?? commands.find(({ keys }) => keys === name);
    // Enter may open a focused link, and the digits do not belong to the next screen.
    if (command || name === "Enter") takeTypedDigits();
    if (!command) {
      if (/^[\d+]$/.test(name)) typedDigits += name;
      return;
    }
    event.preventDefault();
    if (!command.why && !event.repeat) command.run();
  };
  addEventListener("keydown", press);
  addEventListener("pointerdown", takeTypedDigits);
  return () => {
    removeEventListener("keydown", press);
    removeEventListener("pointerdown", takeTypedDigits);
  };
};
