import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Command of the current screen. It appears in the command palette and in the list of keys. */
export interface Command {
  title: string;
  /** Key that runs the command, for example "n", "g o" (a sequence), "Ctrl+Enter", "Esc" or "?". */
  keys?: string;
  /** Reason why the command is disabled. */
  why?: string | undefined;
  /**
   * Set to "dialog" for commands of an open dialog. All other commands are disabled while a dialog is open, except those
   * with "always".
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

/** Registers commands while the component is mounted. If several commands share a key, the one registered last runs. */
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

/** Returns all registered commands. Those registered last come first. */
export const useAllCommands = (): readonly Command[] => {
  const groups = useSyncExternalStore(subscribe, () => registered);
  return [...groups].reverse().flat();
};

const SEQUENCE_MS = 1_000;

/** Returns true for an element that uses letter keys itself: a text field or a select. */
export const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"));

const keyNames: Readonly<Record<string, string>> = { Escape: "Esc", " ": "Space", ArrowLeft: "←", ArrowRight: "→" };

/**
 * Returns the name of a pressed key in the notation of `Command.keys`. Letters are read by key position, so that they
 * also work in the Russian layout.
 */
const keyName = (event: KeyboardEvent): string => {
  const plain = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : (keyNames[event.key] ?? event.key);
  if (event.key === "?" || event.key === "/") return event.key;
  if (event.code === "Slash") return event.shiftKey ? "?" : "/";
  if (!event.ctrlKey && !event.metaKey) return plain;
  return `Ctrl+${plain.length === 1 ? plain.toUpperCase() : plain}`;
};

let typedDigits = "";

/**
 * Returns and clears the digits that were typed outside of any field since the last command, click or Enter. The user
 * typed them for a form that was still loading.
 */
export const takeTypedDigits = (): string => {
  const digits = typedDigits;
  typedDigits = "";
  return digits;
};

/** Listens for keys and runs the registered commands. In a text field only Ctrl combinations work. Returns a disposer. */
export const listenForKeys = (): (() => void) => {
  let previous = { name: "", at: 0 };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    // A held Enter repeats the keydown event and would also press the next focused button.
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
    const name = keyName(event);
    if (isTextInput(event.target) && !name.startsWith("Ctrl+")) return;
    const scope = document.querySelector('[role="dialog"]') ? "dialog" : undefined;
    const sequence = event.timeStamp - previous.at < SEQUENCE_MS ? `${previous.name} ${name}` : name;
    previous = { name, at: event.timeStamp };
    const commands = [...registered]
      .reverse()
      .flat()
      .filter((command) => command.scope === scope || command.scope === "always");
    const command = commands.find(({ keys }) => keys === sequence) ?? commands.find(({ keys }) => keys === name);
    // Digits typed before a command or Enter do not belong to the screen that opens next.
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
