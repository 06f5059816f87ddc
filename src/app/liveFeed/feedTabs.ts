import { type EventObject, fromCallback } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import type { ReportShared } from "#machines/shell/liveFeed.machine.ts";
import type { LeadWon } from "#machines/shell/notifications.machine.ts";

const isShared = (data: unknown): data is ReportShared => hasFields(data, { type: "string", report: "object" });

/** Returns the actors by which the tabs of a user elect the tab that reads the live feed, and exchange its reports. */
export const feedTabs = (userId: number) => {
  const name = `live feed ${userId}`;
  return {
    lead: fromCallback<EventObject>(({ sendBack }) => {
      const win = () => {
        const won: LeadWon = { type: "lead.won" };
        sendBack(won);
      };
      // Without https the browser has no locks. No tab can then be elected, so each tab reads the live feed on its own.
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
    channel: fromCallback<ReportShared>(({ sendBack, receive }) => {
      const channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (isShared(data)) sendBack(data);
      });
      receive((event) => channel.postMessage(event));
      return () => channel.close();
    }),
  };
};
