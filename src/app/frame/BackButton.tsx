import { useSyncExternalStore } from "react";
import { Button } from "../ui/Button.tsx";

/** Properties of the Navigation API that are missing in TypeScript's DOM types. */
interface NavigationEntries extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null }[];
}

const navigation: NavigationEntries | undefined = Reflect.get(globalThis, "navigation");

/** Paths of this origin that are not screens of the application: files, API and sandbox. */
const FOREIGN = /\.\w+$|^\/(api|sandbox)\b/i;

/** Returns true if the previous page in the tab's history is a screen of the application. */
const canGoBack = (): boolean => {
  const url = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return !!url && !FOREIGN.test(new URL(url).pathname);
};

const watchHistory = (listener: () => void) => {
  navigation?.addEventListener("currententrychange", listener);
  return () => navigation?.removeEventListener("currententrychange", listener);
};

/**
 * Button that returns to the previous screen. Without a previous screen the button is disabled, because the browser
 * would leave the application. It is always disabled in a browser without the Navigation API.
 */
export const BackButton = ({ className, labelClass }: { className: string; labelClass?: string }) => (
  <Button
    kind="ghost"
    className={className}
    title="Назад"
    why={!useSyncExternalStore(watchHistory, canGoBack) && "Возвращаться некуда"}
    onClick={() => history.back()}
  >
    <span aria-hidden>←</span> <span className={labelClass}>Назад</span>
  </Button>
);
