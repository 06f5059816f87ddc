import { type EventObject, fromCallback } from "xstate";
import type { AnswerShared, LeadInput, LeadWon, NotificationsAnswer } from "#machines/shell/notifications.machine.ts";
import { electTab } from "../../shared/electTab.ts";
import { readCached, writeCached } from "../../storage/userCache.ts";

const CACHE = "notifications";

/** Maximum age of stored notifications that a new tab shows, ms. */
const FRESH_MS = 30_000;

const isAnswer = (value: unknown): value is NotificationsAnswer =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray(Reflect.get(value, "items")) &&
  typeof Reflect.get(value, "at") === "number";

const isShared = (data: unknown): data is AnswerShared =>
  typeof data === "object" && data !== null && isAnswer(Reflect.get(data, "answer"));

/**
 * Returns the notifications that a tab of the user last stored, or undefined if there are none or they are older than
 * 30 s.
 */
export const readSharedAnswer = (userId: number, now: number): NotificationsAnswer | undefined => {
  const answer = readCached(userId, CACHE, isAnswer);
  return answer && Math.abs(now - answer.at) < FRESH_MS ? answer : undefined;
};

/**
 * Returns the actors by which the tabs of a user share notifications. The visible tabs elect a leader that polls for
 * all tabs. The hidden tabs elect a leader that polls only while no visible tab shares answers.
 */
export const notificationTabs = (userId: number) => {
  const name = `notifications ${userId}`;
  return {
    lead: fromCallback<EventObject, LeadInput>(({ sendBack, input: { isHidden } }) => {
      const win = () => {
        const won: LeadWon = { type: "lead.won" };
        sendBack(won);
      };
      return electTab(isHidden ? `${name} hidden` : name, win);
    }),
    channel: fromCallback<AnswerShared>(({ sendBack, receive }) => {
      const channel = new BroadcastChannel(name);
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (isShared(data)) sendBack(data);
      });
      receive((event) => {
        channel.postMessage(event);
        // A tab that is opened later shows these notifications at its first paint.
        writeCached(userId, CACHE, event.answer);
      });
      return () => channel.close();
    }),
  };
};
