import { useCallback, useEffect, useRef } from "react";
import { isDirty } from "#machines/orders/orderEditor.ts";
import type { EditorActor, EditorSnapshot } from "./useEditor.ts";

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

const mayAsk = (snapshot: EditorSnapshot): boolean => snapshot.matches("editing") && isDirty(snapshot.context);

const isSignIn = (to: URL): boolean => /^\/login\.html$/i.test(to.pathname);

/**
 * Asks before an order with unsaved changes is left, for another screen or for another page. Not on the way to sign in again: there
 * the draft waits on the disk, and nobody can stay without a session. Gives the way that was held up, once.
 */
export const useLeaveGuard = (editor: EditorActor): (() => (() => void) | undefined) => {
  const pending = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    let isSigningIn = false;
    const navigation = navigationOf(window);
    const ask = (event: Event) => {
      const { destination, navigationType } = event as NavigateEvent;
      const to = new URL(destination.url);
      isSigningIn = isSignIn(to);
      const isElsewhere = destination.sameDocument && to.pathname !== location.pathname;
      if (!event.cancelable || !isElsewhere || !mayAsk(editor.getSnapshot())) return;
      event.preventDefault();
      pending.current = navigationType === "traverse" ? () => void navigation?.traverseTo(destination.key) : undefined;
      editor.send({ type: "leave.ask", to: to.pathname + to.search });
    };
    const warn = (event: Event) => {
      if (!isSigningIn && mayAsk(editor.getSnapshot())) event.preventDefault();
    };
    navigation?.addEventListener("navigate", ask);
    addEventListener("beforeunload", warn);
    return () => {
      navigation?.removeEventListener("navigate", ask);
      removeEventListener("beforeunload", warn);
    };
  }, [editor]);
  return useCallback(() => {
    const way = pending.current;
    pending.current = undefined;
    return way;
  }, []);
};
