import { useSyncExternalStore } from "react";

type Name = "theme" | "sidebar" | "company" | "desktop";

const listeners = new Set<() => void>();

/** Stores a preference in this browser until sign-out. */
export const setPreference = (name: Name, value: string): void => {
  // A page that is still closing after a sign-out must not write to the cleared storage.
  if (!localStorage.getItem("session")) return;
  localStorage.setItem(name, value);
  if (name === "theme") showTheme();
  for (const listener of listeners) listener();
};

/** Returns a preference of this browser, empty without one. */
export const usePreference = (name: Name): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(name) ?? "",
  );

const showTheme = () => {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
};
