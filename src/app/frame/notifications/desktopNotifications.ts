import type { Schemas } from "#api/client.ts";
import { prefer, usePreference } from "../../storage/preferences.ts";
import { toast } from "../../ui/toast.ts";

const MOST_AT_ONCE = 3;

const isAllowed = () => "Notification" in globalThis && Notification.permission === "granted";

/** Whether new messages are also shown by the desktop. */
export const useDesktop = (): boolean => usePreference("desktop") === "on" && isAllowed();

/** Turns the messages of the desktop on, asking the browser's permission then and only then, or off. */
export const switchDesktop = async (isOn: boolean): Promise<void> => {
  if (!isOn) return prefer("desktop", "");
  const answer = "Notification" in globalThis ? await Notification.requestPermission() : "denied";
  prefer("desktop", answer === "granted" ? "on" : "");
  toast(
    answer === "granted"
      ? "Новые уведомления будут видны на рабочем столе"
      : "Браузер не разрешил уведомления. Разрешите их в настройках сайта.",
  );
};

/** Shows new messages on the desktop, the latest three of them; a press leads to what they are about. */
export const showOnDesktop = (
  notifications: readonly Schemas["Notification"][],
  open: (notification: Schemas["Notification"]) => void,
): void => {
  if (localStorage.getItem("desktop") !== "on" || !isAllowed()) return;
  for (const notification of notifications.slice(0, MOST_AT_ONCE)) {
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
