import type { OutboxEntry, OutboxStore } from "#machines/core/outbox.ts";
import { OUTBOX_PREFIX } from "../session/storage.ts";

const isEntry = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "key" in value && typeof value.key === "string" && "request" in value;

/**
 * Returns the storage for the unsent writes of an outbox in local storage. The writes survive a sign-out. If the writes
 * belong to a user, `name` must contain the user id.
 */
export const createOutboxStore = <Request>(name: string): OutboxStore<Request> => {
  const place = `${OUTBOX_PREFIX}${name}`;
  return {
    recall: () => {
      try {
        const entries: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
        return Array.isArray(entries) && entries.every(isEntry) ? (entries as OutboxEntry<Request>[]) : [];
      } catch {
        return [];
      }
    },
    keep: (entries) =>
      entries.length > 0 ? localStorage.setItem(place, JSON.stringify(entries)) : localStorage.removeItem(place),
  };
};
