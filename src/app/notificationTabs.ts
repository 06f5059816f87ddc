import { fromCallback } from "xstate";
import type { Handed, Won } from "#machines/shell/notifications.machine.ts";

const isHanded = (data: unknown): data is Handed => {
  const answer: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "answer") : undefined;
  return typeof answer === "object" && answer !== null && Array.isArray(Reflect.get(answer, "items"));
};

/** How the tabs of one user agree on the one that asks for notifications, and hear its answers. */
export const notificationTabs = (userId: number) => {
  const name = `notifications ${userId}`;
  return {
    lead: fromCallback<Won>(({ sendBack }) => {
      const win = () => sendBack({ type: "lead.win" });
      // Without https there are no locks: each tab asks for itself.
      if (!("locks" in navigator)) return win();
      const stop = new AbortController();
      const over = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
      const held = () => {
        win();
        return over;
      };
      navigator.locks.request(name, { signal: stop.signal }, held).catch(() => {});
      return () => stop.abort();
    }),
    channel: fromCallback<Handed>(({ sendBack, receive }) => {
      const channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (isHanded(data)) sendBack({ type: "answer.handed", answer: data.answer });
      });
      receive((event) => channel.postMessage(event));
      return () => channel.close();
    }),
  };
};
