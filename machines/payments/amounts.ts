import type { Schemas } from "#api/client.ts";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { formatAmount, parseAmount, roundMoney, splitMoney } from "#domain/money.ts";

/** Payment method in a form, with the amount that the user typed for it. */
export interface AmountRow {
  readonly id: number;
  readonly methodId: number;
  readonly text: string;
}

/** Returns the amount of a row, roubles. An empty or invalid text is 0. */
export const amountOf = ({ text }: AmountRow): number => parseAmount(text) ?? 0;

/** Returns the total of all rows, roubles. */
export const sumOfRows = (rows: readonly AmountRow[]): number =>
  rows.reduce((sum, row) => roundMoney(sum + amountOf(row)), 0);

/** Returns the rows after the user typed an amount. An invalid text leaves the rows unchanged. */
export const typeAmount = (rows: readonly AmountRow[], id: number, text: string): AmountRow[] =>
  rows.map((row) => (row.id === id ? { ...row, text: acceptAmountInput(text, row.text) } : row));

/**
 * Formats an amount for a form field, without spaces and without zero kopecks. An amount of 0 gives an empty string.
 */
export const toInputText = (amount: number): string =>
  amount === 0 ? "" : formatAmount(amount).replace(/\s/g, "").replace(",00", "");

/**
 * Returns the rows with a new amount of one row: `due` minus the amounts of the other rows, but at least 0, roubles.
 */
export const fillAmount = (rows: readonly AmountRow[], id: number, due: number): AmountRow[] => {
  const others = sumOfRows(rows.filter((row) => row.id !== id));
  const rest = Math.max(0, roundMoney(due - others));
  return rows.map((row) => (row.id === id ? { ...row, text: toInputText(rest) } : row));
};

/**
 * Returns a row of the same payment method for each id. The amounts of the rows add up to `due` and differ by at most
 * one kopeck.
 */
export const splitAmount = (ids: readonly number[], methodId: number, due: number): AmountRow[] =>
  splitMoney(due, ids.length).flatMap((amount, index) =>
    ids.slice(index, index + 1).map((id) => ({ id, methodId, text: toInputText(amount) })),
  );

/**
 * Returns the number of rows if their amounts equal the parts into which `splitMoney` divides `due`. Otherwise returns
 * undefined.
 */
export const equalParts = (rows: readonly AmountRow[], due: number): number | undefined => {
  const parts = splitMoney(due, rows.length);
  return rows.length > 0 && rows.every((row, index) => amountOf(row) === parts[index]) ? rows.length : undefined;
};

const NOTES = [100, 500, 1000, 2000, 5000];

/**
 * Returns the cash amounts that a customer is likely to hand over, roubles, in ascending order. They are the exact
 * amount and the amount rounded up to a multiple of each banknote. The list is empty for an amount of 0.
 */
export const likelyCash = (amount: number): number[] =>
  amount === 0
    ? []
    : // The multiples ascend with one exception: the multiple of 5000 can be less than the multiple of 2000. It then
      // equals the multiple of 1000, so the Set drops it. For 4500 they are 4500, 4500, 5000, 6000 and 5000.
      [...new Set([amount, ...NOTES.map((note) => Math.ceil(amount / note) * note)])];

/** Returns the payment methods and amounts for the request. Rows without an amount are left out. */
export const toPaymentParts = (rows: readonly AmountRow[]): Schemas["PaymentPart"][] =>
  rows.flatMap((row) => {
    const amount = amountOf(row);
    return amount > 0 ? [{ paymentMethodId: row.methodId, amount }] : [];
  });

/** Reason why a payment cannot be accepted or an invoice cannot be issued. Amounts are in roubles. */
export type AmountReason =
  | { readonly code: "closed" | "noMethods" | "noAmount" | "noReason" }
  | { readonly code: "overDue"; readonly excess: number; readonly due: number }
  | { readonly code: "givenTooLittle"; readonly shortage: number };

/** Data that determine if a payment or an invoice can be sent. Amounts are in roubles. */
interface AmountFacts {
  readonly isClosed: boolean;
  readonly rows: readonly AmountRow[];
  readonly due: number;
}

/** Returns the reason why a payment or an invoice with these amounts cannot be sent, or undefined if there is none. */
export const reasonNotToSend = ({ isClosed, rows, due }: AmountFacts): AmountReason | undefined => {
  const total = sumOfRows(rows);
  if (isClosed) return { code: "closed" };
  if (rows.length === 0) return { code: "noMethods" };
  if (total === 0) return { code: "noAmount" };
  return total > due ? { code: "overDue", excess: roundMoney(total - due), due } : undefined;
};
