import { isDutyRecord } from "#machines/printing/printCenter.ts";
import type { DutyJournal } from "#machines/printing/printJob.actors.ts";

/**
 * Returns the storage for a user's print duty in local storage. `keep` throws if the storage is full, because a job
 * that cannot be stored must not be printed.
 */
export const createDutyJournal = (userId: number): DutyJournal => {
  const name = `printDuty:${userId}`;
  return {
    recall: () => {
      try {
        const record: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
        return isDutyRecord(record) ? record : null;
      } catch {
        return null;
      }
    },
    keep: (record) => localStorage.setItem(name, JSON.stringify(record)),
    forget: () => localStorage.removeItem(name),
  };
};
