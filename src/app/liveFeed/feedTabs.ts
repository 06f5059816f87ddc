import { type EventObject, fromCallback } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import type { ReportShared } from "#machines/shell/liveFeed.machine.ts";
import type { LeadWon } from "#machines/shell/notifications.machine.ts";
import { electTab } from "../shared/electTab.ts";

const isShared = (data: unknown): data is ReportShared => hasFields(data, { type: "string", report: "object" });

/**
 * Returns the actors by which the tabs of a user share the live feed. The tabs elect a leader, which reads the feed and
 * passes its reports to the other tabs.
 */
export const feedTabs = (userId: number) => {
  const name = `live feed ${userId}`;
  return {
    lead: fromCallback<EventObject>(({ sendBack }) => {
      const win = () => {
        const won: LeadWon = { type: "lead.won" };
        sendBack(won);
      };
      return electTab(name, win);
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
