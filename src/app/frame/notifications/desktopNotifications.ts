import type { Schemas } from "#api/client.ts";
import { setPreference, usePreference } from "../../storage/preferences.ts";
import { toast } from "../../ui/toast.ts";

const MAX_AT_ONCE = 3;

const isAllowed = () => "Notification" in globalThis && Notification.permission === "granted";

/** Returns true if new notifications are also shown as desktop notifications. */
export const useDesktopNotifications = (): boolean => usePreference("desktop") === "on" && isAllowed();

/** Switches desktop notifications on or off. Before switching on it asks for the browser's permission. */
export const setDesktopNotifications = async (isOn: boolean): Promise<void> => {
  if (!isOn) return setPreference("desktop", "");
  const answer = "Notification" in globalThis ? await Notification.requestPermission() : "denied";
  setPreference("desktop", answer === "granted" ? "on" : "");
  toast(
    answer === "granted"
      ? "Новые уведомления будут видны на рабочем столе"
      : "Браузер не разрешил уведомления. Разрешите их в настройках сайта.",
  );
};

/** Shows at most three of the new notifications as desktop notifications. A click on one calls `open`. */
export const showOnDesktop = (
  notifications: readonly Schemas["Notification"][],
  open: (notification: Schemas["Notification"]) => void,
): void => {
  if (localStorage.getItem("desktop") !== "on" || !isAllowed()) return;
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
