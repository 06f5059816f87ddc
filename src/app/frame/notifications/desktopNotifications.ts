import { useSyncExternalStore } from "react";
import type { Schemas } from "#api/client.ts";
import { toast } from "../../ui/toast.ts";
import { createBrowserSwitch } from "./browserSwitch.ts";

const MAX_AT_ONCE = 3;
/** User's switch for desktop notifications. Desktop notifications also require the permission of the browser. */
const desktop = createBrowserSwitch("desktopNotifications");

const isAllowed = () => "Notification" in globalThis && Notification.permission === "granted";

const isSwitchedOn = (): boolean => isAllowed() && desktop.isOn();

/** Returns true if the browser allows desktop notifications and the user has not switched them off. */
export const useDesktopNotifications = (): boolean => useSyncExternalStore(desktop.subscribe, isSwitchedOn);

/**
 * Switches desktop notifications on or off. Before switching on, asks the user for the browser's permission, and
 * shows a toast with the answer. The switch is on even if the browser refuses.
 */
export const setDesktopNotifications = async (isOn: boolean): Promise<void> => {
  if (!isOn) return desktop.set(false);
  const answer = "Notification" in globalThis ? await Notification.requestPermission() : "denied";
  desktop.set(true);
  toast(
    answer === "granted"
      ? "Новые уведомления будут видны на рабочем столе"
      : "Браузер не разрешил уведомления. Разрешите их в настройках сайта.",
  );
};

/**
 * Shows at most three of the new notifications on the desktop, unless desktop notifications are off. A click on a
 * notification calls `open`.
 */
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
