import { hasSameExtras, isOtherWay, type KitchenChange, type KitchenLine } from "./kitchenTicket.ts";
import { wayText } from "./pickup.ts";

/** Printed texts of an order line on a kitchen ticket. */
export interface TicketLine {
  readonly lineId: number;
  /** Main text of the order line, for example "2 × Маргарита", "+2 Маргарита" or "ОТМЕНА: 2 × Маргарита". */
  readonly head: string;
  readonly isCancelled: boolean;
  readonly details: readonly string[];
}

const extrasOf = ({ modificators }: KitchenLine): string[] =>
  modificators.filter(({ count }) => count !== 0).map(({ name, count }) => `+ ${name} × ${count}`);

const quoted = (note: string | null): string[] => (note ? [`«${note}»`] : []);

const wholeLine = (line: KitchenLine): string => `${line.count} × ${line.name}`;

const changedDetails = (before: KitchenLine, after: KitchenLine): string[] => {
  const details: string[] = [];
  if (before.count !== after.count) details.push(`всего ${after.count}`);
  if (!hasSameExtras(before, after))
    details.push(`добавки изменены, было: ${extrasOf(before).join(", ") || "без добавок"}`);
  if ((before.note ?? "") !== (after.note ?? "")) details.push(`повару, было: ${before.note || "ничего"}`);
  return details;
};

const changedHead = (before: KitchenLine, after: KitchenLine): string => {
  const more = after.count - before.count;
  if (more === 0) return `ИЗМЕНЕНО: ${wholeLine(after)}`;
  return `${more > 0 ? "+" : "−"}${Math.abs(more)} ${after.name}`;
};

const isOnlyOrderChanged = ({ before, after }: KitchenChange): boolean =>
  before !== null &&
  after !== null &&
  before.count === after.count &&
  (before.note ?? "") === (after.note ?? "") &&
  hasSameExtras(before, after);

/**
 * Returns the printed lines of a ticket: all current order lines if `isWhole` is true, otherwise only the changed
 * lines. Cancelled lines are always printed. A line does not count as changed if only the note or the way of the whole
 * order changed.
 */
export const ticketLines = (changes: readonly KitchenChange[], isWhole: boolean): TicketLine[] => {
  return changes.flatMap((change): TicketLine[] => {
    const { lineId, before, after } = change;
    if (!after) return before ? [{ lineId, head: `ОТМЕНА: ${wholeLine(before)}`, isCancelled: true, details: [] }] : [];
    const own = [...extrasOf(after), ...quoted(after.note)];
    if (isWhole) return [{ lineId, head: wholeLine(after), isCancelled: false, details: own }];
    if (!before)
      return [{ lineId, head: `+${after.count} ${after.name}`, isCancelled: false, details: ["новое", ...own] }];
    if (isOnlyOrderChanged(change)) return [];
    const details = [...changedDetails(before, after), ...own];
    return [{ lineId, head: changedHead(before, after), isCancelled: false, details }];
  });
};

/**
 * Returns the note of the order, and its previous text if the note changed. Returns undefined if the order has no note
 * and had none before, or if all lines of the ticket are cancelled.
 */
export const ticketNote = (
  changes: readonly KitchenChange[],
): { readonly text: string; readonly before: string | undefined } | undefined => {
  const note = changes.find(({ after }) => after !== null)?.after?.orderNote ?? "";
  const other = changes.find(
    ({ before, after }) => before !== null && after !== null && (before.orderNote ?? "") !== (after.orderNote ?? ""),
  );
  if (!note && !other) return undefined;
  return { text: note, before: other?.before ? (other.before.orderNote ?? "") : undefined };
};

/**
 * Returns the name of the way in which the guest gets the order, and the name of the previous way. Returns undefined if
 * the way did not change, or if one of the two is unknown.
 */
export const ticketWay = (
  changes: readonly KitchenChange[],
): { readonly text: string; readonly before: string } | undefined => {
  for (const { before, after } of changes)
    if (before?.way && after?.way && isOtherWay(before, after))
      return { text: wayText(after.way), before: wayText(before.way) };
  return undefined;
};
