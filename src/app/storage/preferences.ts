import { useSyncExternalStore } from "react";

/**
 * Names of the preferences.
 * - `theme`: light or dark colours.
 * - `sidebar`: whether the sidebar is folded.
 * - `companyBlocks`: companies that the user has opened or closed in the sidebar.
 * - `company`: the last used company.
 * - `position`: whether a courier shares their position.
 * - `countPlace`: place in which the user counts an inventory.
 */
type Name = "theme" | "sidebar" | "companyBlocks" | "company" | "position" | "countPlace";

const listeners = new Set<() => void>();

/**
 * Stores a preference of the user in this browser until the sign-out, and applies a new theme at once. Does nothing
 * if the preference has this value already, or if no user is signed in.
 */
export const setPreference = (name: Name, value: string): void => {
  // After a sign-out the page may still run for a moment. It must not write to the storage that was just cleared.
  if (!localStorage.getItem("session") || localStorage.getItem(name) === value) return;
  localStorage.setItem(name, value);
  if (name === "theme") showTheme();
  for (const listener of listeners) listener();
};

/** Returns a preference of the user in this browser, or an empty string if it is not set. */
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
