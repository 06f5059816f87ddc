import type { Schemas } from "#api/client.ts";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { formatAmount, formatMoney, parseAmount, roundMoney } from "#domain/money.ts";

type Payment = Schemas["Payment"];
type Order = Schemas["Order"];

/** One method of the payment and the text of its amount. */
export interface Row {
  id: number;
  methodId: number;
  text: string;
}

/** Sums of an order's payments, roubles. */
export interface Sums {
  accepted: number;
  pending: number;
  /** What may still be taken: pending payments count, since the server refuses what exceeds the order with them. */
  due: number;
  /** What the order would be closed without: pending payments are not money yet (decisions, section 5). */
  unpaid: number;
}

const sumOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { amount }) => roundMoney(sum + amount), 0);

/** What is accepted, what is awaited, what is still due and what is not paid; nothing is due for a cancelled order. */
export const sumsOf = (
  { amount, isCanceled }: Pick<Order, "amount" | "isCanceled">,
  payments: readonly Payment[],
): Sums => {
  const living = payments.filter(({ isRejected }) => !isRejected);
  const accepted = sumOf(living.filter(({ isComplited }) => isComplited));
  const pending = sumOf(living.filter(({ isComplited }) => !isComplited));
  const unpaid = Math.max(0, roundMoney(amount - accepted));
  return { accepted, pending, due: isCanceled ? 0 : Math.max(0, roundMoney(unpaid - pending)), unpaid };
};

/** The amount of a row; nothing typed is nothing. */
export const amountOf = ({ text }: Row): number => parseAmount(text) ?? 0;

/** Sum of all rows. */
export const totalOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => roundMoney(sum + amountOf(row)), 0);

/** The rows after typing into one of them; a text that is no amount leaves it as it was. */
export const typed = (rows: readonly Row[], id: number, text: string): Row[] =>
  rows.map((row) => (row.id === id ? { ...row, text: acceptAmountInput(text, row.text) } : row));

/** The rows after 'Вся сумма': the row takes what the others leave of the balance. */
export const filled = (rows: readonly Row[], id: number, due: number): Row[] => {
  const others = totalOf(rows.filter((row) => row.id !== id));
  const rest = Math.max(0, roundMoney(due - others));
  const text = rest === 0 ? "" : formatAmount(rest).replace(/\s/g, "").replace(/,00$/, "");
  return rows.map((row) => (row.id === id ? { ...row, text } : row));
};

/** What the dialog knows when the operator asks to pay. */
export interface Form {
  isClosed: boolean;
  rows: readonly Row[];
  given: string;
  reason: string;
  due: number;
  /** Sum of the rows that are paid in cash. */
  cash: number;
  needsReason: boolean;
}

/** Why the payment cannot be taken as it stands; nothing when it can. */
export const whyNot = ({ isClosed, rows, given, reason, due, cash, needsReason }: Form): string | undefined => {
  if (isClosed) return "Заказ закрыт";
  const total = totalOf(rows);
  if (total === 0) return "Введите сумму";
  if (total > due) return `Больше остатка на ${formatMoney(roundMoney(total - due))} Остаток ${formatMoney(due)}`;
  const paid = parseAmount(given);
  if (paid !== undefined && paid < cash) return `Получено меньше суммы на ${formatMoney(roundMoney(cash - paid))}`;
  return needsReason && reason.trim() === "" ? "Укажите причину смены статуса" : undefined;
};

/** What is sent: a part for each row with an amount. */
export const partsOf = (rows: readonly Row[]): Schemas["PaymentPart"][] =>
  rows.flatMap((row) => {
    const amount = amountOf(row);
    return amount > 0 ? [{ paymentMethodId: row.methodId, amount }] : [];
  });
