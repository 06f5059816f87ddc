import { isSafeUrl } from "../config.ts";
import type { InvoiceStatus } from "./provider.ts";

/** Payment as YooKassa returns it. */
export interface ReadPayment {
  readonly id: string;
  readonly status: InvoiceStatus;
  /** Address of the payment page. Null if the address is missing or not safe to open. */
  readonly url: string | null;
  /** Refunded amount, roubles. */
  readonly refunded: number;
}

/** Refund as YooKassa returns it. */
export interface ReadRefund {
  readonly id: string;
  readonly status: InvoiceStatus;
}

/** Function that reads a response. Returns undefined when the response does not have the expected form. */
export type Reader<Value> = (json: unknown) => Value | undefined;

/** Name of the metadata field in which a payment contains its idempotence key. */
export const KEY_NAME = "payment_key";

type Json = { readonly [name: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Returns a field of an object, or undefined if the value has no such field. */
export const fieldIn = (value: unknown, name: string): unknown => (isJson(value) ? value[name] : undefined);

/** Returns a non-empty text field of an object, or undefined. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const inner = fieldIn(value, name);
  return typeof inner === "string" && inner !== "" ? inner : undefined;
};

const STATUSES: ReadonlyMap<unknown, InvoiceStatus> = new Map([
  ["pending", "pending"],
  ["waiting_for_capture", "pending"],
  ["succeeded", "succeeded"],
  ["canceled", "canceled"],
]);

const isInRubles = (money: unknown, amount: number): boolean =>
  fieldIn(money, "currency") === "RUB" && Number(textIn(money, "value")) === amount;

const safeUrlIn = (confirmation: unknown, isLocalAllowed: boolean): string | null => {
  const text = textIn(confirmation, "confirmation_url") ?? textIn(confirmation, "confirmation_data");
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return isSafeUrl(url, isLocalAllowed) ? url.href : null;
};

/**
 * Creates a function that reads a payment. Rejects a response with a different amount or, if `id` is given, a different
 * id.
 */
export const paymentReader =
  (amount: number, { id: known, isLocalAllowed }: { id?: string; isLocalAllowed: boolean }): Reader<ReadPayment> =>
  (json) => {
    const id = textIn(json, "id");
    const status = STATUSES.get(fieldIn(json, "status"));
    if (id === undefined || status === undefined) return undefined;
    if (!isInRubles(fieldIn(json, "amount"), amount) || (known !== undefined && id !== known)) return undefined;
    const url = safeUrlIn(fieldIn(json, "confirmation"), isLocalAllowed);
    return { id, status, url, refunded: Number(textIn(fieldIn(json, "refunded_amount"), "value") ?? 0) };
  };

/** Page of a list of payments. */
export interface ReadPage {
  /** Payment with the wanted idempotence key, if this page contains the payment. */
  readonly found: ReadPayment | undefined;
  /** Cursor of the next page. Undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Creates a function that reads a page of payments and finds the payment with this key. Rejects the page if that
 * payment has a different amount.
 */
export const pageReader =
  (key: string, amount: number, isLocalAllowed: boolean): Reader<ReadPage> =>
  (json) => {
    const items = fieldIn(json, "items");
    if (!Array.isArray(items)) return undefined;
    const next = textIn(json, "next_cursor");
    const item: unknown = items.find((one) => textIn(fieldIn(one, "metadata"), KEY_NAME) === key);
    if (item === undefined) return { found: undefined, next };
    const found = paymentReader(amount, { isLocalAllowed })(item);
    return found && { found, next };
  };

/**
 * Creates a function that reads a refund. Rejects a response with a different payment, a different amount or, if
 * `known` is given, an id other than `known`.
 */
export const refundReader =
  (paymentId: string, amount: number, known?: string): Reader<ReadRefund> =>
  (json) => {
    const id = textIn(json, "id");
    const status = STATUSES.get(fieldIn(json, "status"));
    if (id === undefined || status === undefined || (known !== undefined && id !== known)) return undefined;
    const isExpected = textIn(json, "payment_id") === paymentId && isInRubles(fieldIn(json, "amount"), amount);
    return isExpected ? { id, status } : undefined;
  };

/**
 * Creates a function that reads a list of refunds. The created function returns true if a pending refund has this
 * amount.
 */
export const pendingRefundReader =
  (amount: number): Reader<boolean> =>
  (json) => {
    const items = fieldIn(json, "items");
    if (!Array.isArray(items)) return undefined;
    return items.some((one) => fieldIn(one, "status") === "pending" && isInRubles(fieldIn(one, "amount"), amount));
  };
