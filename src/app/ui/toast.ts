type Listener = () => void;

/** Short message, usually about the success of an action. */
export interface Toast {
  id: number;
  text: string;
  /** Path of a list. The message contains a link to it. */
  listPath?: string;
}

const SHOWN_MS = 5_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<Listener>();

const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Shows a message for 5 s, with a link if a path is given. At most three messages are shown at a time. */
export const toast = (text: string, listPath?: string): void => {
  lastId += 1;
  const id = lastId;
  set([...toasts.slice(-2), { id, text, ...(listPath && { listPath }) }]);
  setTimeout(() => set(toasts.filter((other) => other.id !== id)), SHOWN_MS);
};

/** Store of the shown messages, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => toasts,
};
