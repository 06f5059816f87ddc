import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

/** Incoming call that the operators are notified about. */
export interface RingingCall {
  readonly callId: number;
  readonly companyId: number;
  readonly notificationId: number;
  /** Phone number of the caller. Empty if the caller hides the number. */
  readonly number: string;
  /** Text of the notification: the name of the customer, if known, and the operator phone. */
  readonly detail: string;
  /** True if someone answered the phone. `takenBy` may still be undefined. */
  readonly isAnswered: boolean;
  /**
   * Name of the operator who took the call. Undefined if no operator took the call, or if the server has not named the
   * operator yet.
   */
  readonly takenBy: string | undefined;
}

export interface TakeRequest {
  readonly companyId: number;
  readonly callId: number;
}

/** Conflict of `takeMutationMachine`: the name of the other operator who has already taken the call. */
export interface TakenByOther {
  readonly takenBy: string;
}

export type TakeReport = MutationReport<undefined, TakenByOther>;

/** Mutation with which the operator takes a call. */
export const takeMutationMachine = mutationMachineOf<TakeRequest, undefined, TakenByOther>();

/**
 * Maximum time for which a card stays in the state `ringing`, `held` or `failed`, and age from which a call counts as
 * over, ms. Callers usually hang up earlier.
 */
export const CARD_MS = 180_000;

/**
 * Finds the ringing and ongoing calls in the unread notifications, the earliest call first. Skips calls that began more
 * than 3 min before `now` (ms since 1970).
 */
export const readRingingCalls = (items: readonly Schemas["Notification"][], now: number): readonly RingingCall[] =>
  items
    .flatMap(({ id, code, data, date, message }) => {
      if (code !== "call" || !data?.callId || !data.companyId) return [];
      // Some servers send no `callStatus`. Without it, a recent notification counts as a ringing call.
      const { callId, companyId, number = "", callStatus = "StartRing", takenBy } = data;
      const isOver = callStatus === "EndRing" || callStatus === "EndCall" || now - Date.parse(date) > CARD_MS;
      const isAnswered = callStatus === "Call";
      return isOver ? [] : [{ callId, companyId, notificationId: id, number, detail: message, isAnswered, takenBy }];
    })
    .toReversed();
