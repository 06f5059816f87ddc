import { useSyncExternalStore } from "react";
import type { Schemas } from "#api/client.ts";
import { toast } from "../../ui/toast.ts";

const MAX_AT_ONCE = 3;
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Cookie that marks desktop notifications as switched off in this browser. A cookie survives a sign-out, which clears
 * local storage.
 */
const OFF = "desktopNotifications=off";

const listeners = new Set<() => void>();

const storeChoice = (isOn: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and absent without https.
  document.cookie = `${OFF}; Path=/; SameSite=Strict; Max-Age=${isOn ? 0 : YEAR_S}`;
  for (const listener of listeners) listener();
};

const isAllowed = () => "Notification" in globalThis && Notification.permission === "granted";

const isSwitchedOn = (): boolean => isAllowed() && !document.cookie.split("; ").includes(OFF);

/**
 * Returns true if desktop notifications are shown, which means that the browser allows them and the user has not
 * switched them off.
 */
export const useDesktopNotifications = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSwitchedOn);

/** Switches desktop notifications on or off. Switching on asks the user for the browser's permission first. */
export const setDesktopNotifications = async (isOn: boolean): Promise<void> => {
  if (!isOn) return storeChoice(false);
  const answer = "Notification" in globalThis ? await Notification.requestPermission() : "denied";
  storeChoice(true);
  toast(
    answer === "granted"
      ? "Новые уведомления будут видны на рабочем столе"
      : "Браузер не разрешил уведомления. Разрешите их в настройках сайта.",
  );
};

/** Shows at most three of the new notifications on the desktop. A click on one of them calls `open`. */
export const showOnDesktop = (
  notifications: readonly Schemas["Notification"][],
  open: (notification: Schemas["Notification"]) => void,
): void => {
  if (!isSwitchedOn()) return;
  for (const notification of notifications.slice(0, MAX_AT_ONCE)) {
    const shown = new Notification(notification.title, {
      body: notification.message,
      tag: `notification ${notification.id}`,
    });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      open(notification);
    });
  }
};
