import { fromCallback } from "xstate";
import type { AnswerShared, LeadWon } from "#machines/shell/notifications.machine.ts";

const isShared = (data: unknown): data is AnswerShared => {
  const answer: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "answer") : undefined;
  return typeof answer === "object" && answer !== null && Array.isArray(Reflect.get(answer, "items"));
};

/** Returns the actors with which the tabs of a user elect a leader for polling, and share its answers. */
export const notificationTabs = (userId: number) => {
  const name = `notifications ${userId}`;
  return {
    lead: fromCallback(({ sendBack }) => {
      const win = () => {
        const won: LeadWon = { type: "lead.won" };
        sendBack(won);
      };
      // Without https the browser has no locks, so each tab polls for itself.
      if (!("locks" in navigator)) return win();
      const stop = new AbortController();
      const stopped = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
      const hold = () => {
        win();
        return stopped;
      };
      navigator.locks.request(name, { signal: stop.signal }, hold).catch(() => {});
      return () => stop.abort();
    }),
    channel: fromCallback<AnswerShared>(({ sendBack, receive }) => {
      const channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (isShared(data)) sendBack(data);
      });
      receive((event) => channel.postMessage(event));
      return () => channel.close();
    }),
  };
};
