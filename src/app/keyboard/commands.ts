import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

/** Command that the user can run by a keyboard shortcut or from the command palette. */
export interface Command {
  title: string;
  /** Keyboard shortcut, for example "n", "g o" (a sequence), "Ctrl+Enter", "Alt+1", "Esc" or "?". */
  keys?: string;
  /** Reason why the command is disabled. Undefined if it is enabled. */
  why?: string | undefined;
  /**
   * Situation in which the command works: only while a dialog is open (`dialog`) or at any time (`always`). A command
   * without a scope works only while no dialog is open.
   */
  scope?: "dialog" | "always";
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

/**
 * Registers commands while the component is mounted. If several commands have the same key, the last registered command
 * runs.
 */
export const useCommands = (commands: readonly Command[]): void => {
  const serialised = JSON.stringify(commands);
  const run = useEffectEvent((at: number) => commands[at]?.run());
  // A layout effect runs before the next key event. A key that is pressed right after a change of the screen therefore
  // runs a command of the new screen.
  useLayoutEffect(() => {
    const parsed: readonly Omit<Command, "run">[] = JSON.parse(serialised);
    const own = parsed.map((command, at) => ({ ...command, run: () => run(at) }));
    publish([...registered, own]);
    return () => publish(registered.filter((other) => other !== own));
  }, [serialised]);
};

/** Returns all registered commands. The commands that were registered last come first. */
export const useAllCommands = (): readonly Command[] => {
  const groups = useSyncExternalStore(subscribe, () => registered);
  return [...groups].reverse().flat();
};

const SEQUENCE_MS = 1_000;

/**
 * Returns true for an element that uses typed letters: editable content, a text area, a select, or any input except a
 * checkbox or radio button.
 */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"));

const keyNames: Readonly<Record<string, string>> = {
  Escape: "Esc",
  ArrowLeft: "←",
  ArrowRight: "→",
  ю: ".",
};

/**
 * Returns the name of a pressed key, as in `Command.keys`. The Latin and the Russian keyboard layout give the same
 * names for letters, "/", "?" and ".".
 */
const keyName = (event: KeyboardEvent): string => {
  const plain = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : (keyNames[event.key] ?? event.key);
  if (event.altKey) return `Alt+${event.code.slice(-1)}`;
  if (event.ctrlKey && event.code === "Slash") return "Ctrl+/";
  if (event.ctrlKey || event.metaKey) return `Ctrl+${plain.length === 1 ? plain.toUpperCase() : plain}`;
  if (event.key === "?" || event.key === "/") return event.key;
  if (event.code === "Slash") return event.shiftKey ? "?" : "/";
  return plain;
};

let typedDigits = "";

/**
 * Returns and clears the digits and plus signs that were typed outside of any field, for a form that was still loading.
 * A command, a click or Enter also clears them.
 */
export const takeTypedDigits = (): string => {
  const digits = typedDigits;
  typedDigits = "";
  return digits;
};

/**
 * Listens for keys and runs the registered commands. In a text field, only the commands with Ctrl or Alt are run.
 * Digits and plus signs outside of fields are kept for `takeTypedDigits`. Returns a disposer.
 */
export const listenForKeys = (): (() => void) => {
  let previous = { name: "", at: 0 };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.altKey && event.ctrlKey) || event.isComposing) return;
    // A held Enter repeats the keydown event. The repetition must not press the button that gets the focus next.
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
    const name = keyName(event);
    if (isTextInput(event.target) && !/^(Ctrl|Alt)\+/.test(name)) return;
    const scope = document.querySelector('[role="dialog"]') ? "dialog" : undefined;
    const sequence = event.timeStamp - previous.at < SEQUENCE_MS ? `${previous.name} ${name}` : name;
    previous = { name, at: event.timeStamp };
    const commands = [...registered]
      .reverse()
      .flat()
      .filter((command) => command.scope === scope || command.scope === "always");
    const command = commands.find(({ keys }) => keys === sequence) ?? commands.find(({ keys }) => keys === name);
    // Digits that were typed before a command or Enter are not meant for the next screen, so they are cleared.
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
