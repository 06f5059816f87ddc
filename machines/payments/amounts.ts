import type { Schemas } from "#api/client.ts";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { formatAmount, parseAmount, roundMoney } from "#domain/money.ts";

/** One method of a payment and the text of its amount. */
export interface AmountRow {
  readonly id: number;
  readonly methodId: number;
  readonly text: string;
}

/** Returns the amount of a row, roubles. An empty text is zero. */
export const amountOf = ({ text }: AmountRow): number => parseAmount(text) ?? 0;

/** Returns the sum of all rows, roubles. */
export const sumOfRows = (rows: readonly AmountRow[]): number =>
  rows.reduce((sum, row) => roundMoney(sum + amountOf(row)), 0);

/** Returns the rows after typing into one of them. A text that is no amount leaves the row unchanged. */
export const typeAmount = (rows: readonly AmountRow[], id: number, text: string): AmountRow[] =>
  rows.map((row) => (row.id === id ? { ...row, text: acceptAmountInput(text, row.text) } : row));

/** Returns the rows after the whole sum was asked for one of them: the row gets the part of `due`, roubles, that the other rows leave. */
export const fillAmount = (rows: readonly AmountRow[], id: number, due: number): AmountRow[] => {
  const others = sumOfRows(rows.filter((row) => row.id !== id));
  const rest = Math.max(0, roundMoney(due - others));
  const text = rest === 0 ? "" : formatAmount(rest).replace(/\s/g, "").replace(",00", "");
  return rows.map((row) => (row.id === id ? { ...row, text } : row));
};

/** Returns the parts of the payment that are sent, one for each row with an amount. */
export const toPaymentParts = (rows: readonly AmountRow[]): Schemas["PaymentPart"][] =>
  rows.flatMap((row) => {
    const amount = amountOf(row);
    return amount > 0 ? [{ paymentMethodId: row.methodId, amount }] : [];
  });

/** Reason why a payment cannot be taken or an invoice cannot be issued. Amounts are in roubles. */
export type AmountReason =
  | { readonly code: "closed" | "noMethods" | "noAmount" | "noReason" }
  | { readonly code: "overDue"; readonly excess: number; readonly due: number }
  | { readonly code: "givenTooLittle"; readonly shortage: number };

/** Facts that decide whether an amount can be sent. Amounts are in roubles. */
interface AmountFacts {
  readonly isClosed: boolean;
  readonly rows: readonly AmountRow[];
  readonly due: number;
}

/** Returns the reason why the amounts of the rows cannot be sent. */
export const reasonNotToSend = ({ isClosed, rows, due }: AmountFacts): AmountReason | undefined => {
  const total = sumOfRows(rows);
  if (isClosed) return { code: "closed" };
  if (rows.length === 0) return { code: "noMethods" };
  if (total === 0) return { code: "noAmount" };
  return total > due ? { code: "overDue", excess: roundMoney(total - due), due } : undefined;
};
