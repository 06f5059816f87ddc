import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "wouter";
import { useCommands } from "./commands.ts";

/** The part of the Navigation API that is used here; the DOM library of TypeScript does not know it yet. */
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

interface NavigateEvent extends Event {
  readonly navigationType: string;
  readonly destination: { readonly url: string; readonly key: string; readonly sameDocument: boolean };
}

const navigationOf = (page: object): Navigation | undefined =>
  "navigation" in page ? (page.navigation as Navigation) : undefined;

const isSignIn = (to: URL): boolean => /^\/login\.html$/i.test(to.pathname);

/**
 * Holds up the way to another screen or page while `mayLeave` says no, and asks with the path and query where it leads; gives the
 * way that was held up, to be taken after all. Not on the way to sign in again: nobody can stay without a session.
 */
export const useLeaveGuard = (mayLeave: () => boolean, ask: (to: string) => void): (() => void) => {
  const [, navigate] = useLocation();
  const pending = useRef<(() => void) | undefined>(undefined);
  const isFree = useEffectEvent(mayLeave);
  const askFirst = useEffectEvent(ask);
  useEffect(() => {
    let isSigningIn = false;
    const navigation = navigationOf(window);
    const hold = (event: Event) => {
      const { destination, navigationType } = event as NavigateEvent;
      const to = new URL(destination.url);
      isSigningIn = isSignIn(to);
      const isElsewhere = destination.sameDocument && to.pathname !== location.pathname;
      if (!event.cancelable || !isElsewhere || isFree()) return;
      event.preventDefault();
      pending.current = () =>
        navigationType === "traverse"
          ? void navigation?.traverseTo(destination.key)
          : navigate(to.pathname + to.search);
      askFirst(to.pathname + to.search);
    };
    const warn = (event: Event) => {
      if (!isSigningIn && !isFree()) event.preventDefault();
    };
    navigation?.addEventListener("navigate", hold);
    addEventListener("beforeunload", warn);
    return () => {
      navigation?.removeEventListener("navigate", hold);
      removeEventListener("beforeunload", warn);
    };
  }, [navigate]);
  return useCallback(() => pending.current?.(), []);
};

/** `Esc` leads where the screen's own way back does, nowhere while there is none; the guard of the screen asks as on any other way out. */
export const useWayBack = (href: string | undefined, title = "К списку"): void => {
  const [path, navigate] = useLocation();
  useCommands(href === undefined || path === href ? [] : [{ title, keys: "Esc", run: () => navigate(href) }]);
};
