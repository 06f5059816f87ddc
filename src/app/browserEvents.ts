import { useEffect } from "react";
import { useServices } from "./context.ts";
import type { Reconnect } from "./reconnect.ts";

interface Looked {
  send: (event: { type: "page.hide" | "page.show" }) => void;
}

/** Tells an actor, while its screen is shown, when calls are answered again after the server was away. */
export const useReconnect = (actor: Parameters<Reconnect>[0]): void => {
  const { reconnect } = useServices();
  useEffect(() => reconnect(actor), [reconnect, actor]);
};

/** Tells an actor, while its screen is shown, when the page is hidden and when it is looked at again. */
export const usePageShown = (actor: Looked): void => {
  useEffect(() => {
    const tell = () => actor.send({ type: document.hidden ? "page.hide" : "page.show" });
    if (document.hidden) tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [actor]);
};
