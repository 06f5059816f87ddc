import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Something that can be done now: shown in the palette and in the list of keys, and run by its keys. */
export interface Command {
  title: string;
  /** "n", "g o" (one after the other), "Ctrl+Enter", "Esc", "?" — as they are shown. */
  keys?: string;
  /** Why it cannot be done at this moment. */
  why?: string | undefined;
  /** "dialog" for what belongs to an open dialog; everything else rests while one is open. */
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

/** Offers commands for as long as the component is shown; later ones win where keys meet. */
export const useCommands = (commands: readonly Command[]): void => {
  const shown = JSON.stringify(commands);
  const run = useEffectEvent((at: number) => commands[at]?.run());
  useEffect(() => {
    const told: readonly Omit<Command, "run">[] = JSON.parse(shown);
    const mine = told.map((command, at) => ({ ...command, run: () => run(at) }));
    publish([...registered, mine]);
    return () => publish(registered.filter((other) => other !== mine));
  }, [shown]);
};

/** Every command of the moment, the latest component's first. */
export const useAllCommands = (): readonly Command[] => {
  const groups = useSyncExternalStore(subscribe, () => registered);
  return [...groups].reverse().flat();
};

const SEQUENCE_MS = 1_000;

/** Whether what is pressed there is text, or a choice from a list. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"));

const letters: Readonly<Record<string, string>> = { Escape: "Esc", " ": "Space", ArrowLeft: "←", ArrowRight: "→" };

/** The key as commands name it; letters by their place on the keyboard, so that a Russian layout works. */
const keyName = (event: KeyboardEvent): string => {
  const plain = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : (letters[event.key] ?? event.key);
  if (event.key === "?" || event.key === "/") return event.key;
  if (event.code === "Slash") return event.shiftKey ? "?" : "/";
  if (!event.ctrlKey && !event.metaKey) return plain;
  return `Ctrl+${plain.length === 1 ? plain.toUpperCase() : plain}`;
};

let typed = "";

/** The digits that were typed into nothing since the last command, press or Enter, once: what they were meant for was still on its way. */
export const takeTyped = (): string => {
  const taken = typed;
  typed = "";
  return taken;
};

/** Listens to the keyboard for every registered command; none fires while text is typed, unless it holds Ctrl. */
export const listenForKeys = (): (() => void) => {
  let before = { name: "", at: 0 };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    // A held Enter presses one button once, not also the one that has the focus after it.
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
    const name = keyName(event);
    if (isTyping(event.target) && !name.startsWith("Ctrl+")) return;
    const scope = document.querySelector('[role="dialog"]') ? "dialog" : undefined;
    const sequence = event.timeStamp - before.at < SEQUENCE_MS ? `${before.name} ${name}` : name;
    before = { name, at: event.timeStamp };
    const all = [...registered]
      .reverse()
      .flat()
      .filter((command) => command.scope === scope);
    const command = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === name);
    // Enter opens things too: a link that has the focus.
    if (command || name === "Enter") takeTyped();
    if (!command) {
      if (/^[\d+]$/.test(name)) typed += name;
      return;
    }
    event.preventDefault();
    if (!command.why && !event.repeat) command.run();
  };
  addEventListener("keydown", press);
  addEventListener("pointerdown", takeTyped);
  return () => {
    removeEventListener("keydown", press);
    removeEventListener("pointerdown", takeTyped);
  };
};
