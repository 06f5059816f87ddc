import { useSyncExternalStore } from "react";

type Name = "theme" | "sidebar" | "company" | "desktop";

const listeners = new Set<() => void>();

/** Keeps a choice of this browser; it goes with the rest of local storage at sign-out. */
export const prefer = (name: Name, value: string): void => {
  // A page that is still leaving after the sign-out must leave nothing behind.
  if (!localStorage.getItem("session")) return;
  localStorage.setItem(name, value);
  if (name === "theme") showTheme();
  for (const listener of listeners) listener();
};

/** Follows a choice of this browser; empty when none was made. */
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
