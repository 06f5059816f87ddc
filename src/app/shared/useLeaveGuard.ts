import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "wouter";
import { useCommands } from "../keyboard/commands.ts";

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
 * While `mayLeave` returns false, blocks navigation to a different path, except to the sign-in page, and calls `ask`
 * with this path. Returns a function that continues the blocked navigation. Closing the page triggers the browser's own
 * warning. A browser without the Navigation API only shows this warning.
 */
export const useLeaveGuard = (mayLeave: () => boolean, ask: (to: string) => void): (() => void) => {
  const [, navigate] = useLocation();
  const pending = useRef<(() => void) | undefined>(undefined);
  const mayLeaveNow = useEffectEvent(mayLeave);
  const askUser = useEffectEvent(ask);
  useEffect(() => {
    let isSigningIn = false;
    const navigation = navigationOf(window);
    const block = (event: Event) => {
      const { destination, navigationType } = event as NavigateEvent;
      const to = new URL(destination.url);
      isSigningIn = isSignIn(to);
      const isElsewhere = destination.sameDocument && to.pathname !== location.pathname;
      if (!event.cancelable || !isElsewhere || mayLeaveNow()) return;
      event.preventDefault();
      pending.current = () =>
        navigationType === "traverse"
          ? void navigation?.traverseTo(destination.key)
          : navigate(to.pathname + to.search);
      askUser(to.pathname + to.search);
    };
    const warn = (event: Event) => {
      if (!isSigningIn && !mayLeaveNow()) event.preventDefault();
    };
    navigation?.addEventListener("navigate", block);
    addEventListener("beforeunload", warn);
    return () => {
      navigation?.removeEventListener("navigate", block);
      removeEventListener("beforeunload", warn);
    };
  }, [navigate]);
  return useCallback(() => pending.current?.(), []);
};

/**
 * Registers Esc as the key that opens `href`, unless `href` is undefined or the current path. A leave guard of the
 * screen can block the navigation.
 */
export const useWayBack = (href: string | undefined, title = "К списку"): void => {
  const [path, navigate] = useLocation();
  useCommands(href === undefined || path === href ? [] : [{ title, keys: "Esc", run: () => navigate(href) }]);
};
