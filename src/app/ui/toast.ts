type Listener = () => void;

/** Message that an action succeeded. */
export interface Toast {
  id: number;
  text: string;
}

const SHOWN_MS = 5_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<Listener>();

const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Shows a success message for 5 s. Errors are shown on their screen instead. */
export const toast = (text: string): void => {
  lastId += 1;
  const id = lastId;
  set([...toasts.slice(-2), { id, text }]);
  setTimeout(() => set(toasts.filter((other) => other.id !== id)), SHOWN_MS);
};

/** External store of the toasts for `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => toasts,
};
