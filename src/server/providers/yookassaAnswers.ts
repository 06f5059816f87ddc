import { isSafeUrl } from "../config.ts";
import type { InvoiceStatus } from "./provider.ts";

/** Payment of YooKassa. */
export interface ReadPayment {
  readonly id: string;
  readonly status: InvoiceStatus;
  /** Address of the payment page, if it is safe to open. */
  readonly url: string | null;
  /** Amount that was refunded, roubles. */
  readonly refunded: number;
}

/** Refund of YooKassa. */
export interface ReadRefund {
  readonly id: string;
  readonly status: InvoiceStatus;
}

/** Reader of a response. Returns undefined for a response that does not have the expected form. */
export type Reader<Value> = (json: unknown) => Value | undefined;

type Json = { readonly [name: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Returns the field of an object, or undefined. */
export const fieldIn = (value: unknown, name: string): unknown => (isJson(value) ? value[name] : undefined);

/** Returns the non-empty text field of an object, or undefined. */
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
  const text = textIn(confirmation, "confirmation_url");
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return isSafeUrl(url, isLocalAllowed) ? url.href : null;
};

/** Creates the reader of a payment of this amount. A known id must be repeated. */
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

/** Creates the reader of a refund of this payment and amount. A known id must be repeated. */
export const refundReader =
  (paymentId: string, amount: number, known?: string): Reader<ReadRefund> =>
  (json) => {
    const id = textIn(json, "id");
    const status = STATUSES.get(fieldIn(json, "status"));
    if (id === undefined || status === undefined || (known !== undefined && id !== known)) return undefined;
    const isExpected = textIn(json, "payment_id") === paymentId && isInRubles(fieldIn(json, "amount"), amount);
    return isExpected ? { id, status } : undefined;
  };
