import { hasFields } from "#api/answerShape.ts";
import type { TrackerStore } from "#machines/calls/phoneTracker.actors.ts";
import type { TrackedPhone } from "#machines/calls/phoneTracker.machine.ts";
import { createOutboxStore } from "../storage/outboxStore.ts";

interface Exchange {
  readonly code: string;
  readonly token: string;
}

interface Linked extends Exchange {
  readonly phone: TrackedPhone;
}

const LINKED = "tracker";
const PENDING = "trackerLink";
const TOKEN_BYTES = 30;

const read = (place: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null");
  } catch {
    return undefined;
  }
};

const isExchange = (value: unknown): value is Exchange => hasFields(value, { code: "string", token: "string" });

const isLinked = (value: unknown): value is Linked =>
  isExchange(value) && hasFields(Reflect.get(value, "phone"), { number: "string", companyName: "string" });

const readLinked = (): Linked | undefined => {
  const value = read(LINKED);
  return isLinked(value) ? value : undefined;
};

const newToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** Returns the phone to which this browser is linked as a call tracker, or undefined. */
export const readTrackedPhone = (): TrackedPhone | undefined => readLinked()?.phone;

/** Returns the storage of the call tracker (a page that reports a phone's calls) in local storage. */
export const createTrackerStore = (): TrackerStore => ({
  calls: createOutboxStore("tracker"),
  tokenFor: (code) => {
    const known = [readLinked(), read(PENDING)].filter(isExchange).find((exchange) => exchange.code === code);
    if (known) return known.token;
    const token = newToken();
    localStorage.setItem(PENDING, JSON.stringify({ code, token }));
    return token;
  },
  keepPhone: (code, phone) => {
    const exchange = [read(PENDING), readLinked()].filter(isExchange).find((one) => one.code === code);
    localStorage.setItem(LINKED, JSON.stringify({ ...exchange, phone }));
    localStorage.removeItem(PENDING);
  },
  token: () => readLinked()?.token ?? "",
  forget: () => localStorage.removeItem(LINKED),
});
