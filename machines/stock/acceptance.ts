import type { Schemas } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { roundDecimal } from "#domain/money.ts";
import type { ActionDetails } from "./stockDocument.ts";

type Line = Schemas["TransferLine"];

/** Line of the acceptance form, with quantities as typed. A `stockItemId` of 0 means that no stock item is chosen. */
export interface AcceptanceLineDraft {
  readonly id: number;
  stockItemId: number;
  accepted: string;
  lost: string;
  refused: string;
  reason: string;
}

/** Returns the initial lines of the acceptance form, in which all goods are accepted. */
export const startAcceptance = (lines: readonly Line[]): AcceptanceLineDraft[] =>
  lines.map(({ id, count, suggestedStockItemId }) => ({
    id,
    stockItemId: suggestedStockItemId ?? 0,
    accepted: decimalText(count),
    lost: "",
    refused: "",
    reason: "",
  }));

/** Line with the values that the user has typed for it. */
export interface TypedLine {
  readonly line: Line;
  readonly draft: AcceptanceLineDraft;
}

/**
 * Returns the lines of the acceptance form for the lines of a transfer. The typed values of a line are kept if its
 * stock item and sent quantity have not changed since the user typed.
 */
export const acceptanceDrafts = (lines: readonly Line[], typed: readonly TypedLine[]): AcceptanceLineDraft[] =>
  startAcceptance(lines).map((start, at) => {
    const now = lines[at];
    const isSame = ({ line }: TypedLine) =>
      line.id === now?.id && line.stockItemId === now.stockItemId && line.count === now.count;
    return typed.find(isSame)?.draft ?? start;
  });

const amountOf = (text: string): number => parseDecimal(text) ?? 0;

/**
 * Returns the part of a line's quantity that is not yet entered as accepted, lost or refused. The result is negative if
 * the entered quantities exceed the sent quantity.
 */
export const unassignedCount = ({ count }: Pick<Line, "count">, draft: AcceptanceLineDraft): number =>
  roundDecimal(count - amountOf(draft.accepted) - amountOf(draft.lost) - amountOf(draft.refused));

/** Reason why a line cannot be accepted with the typed values. */
export type AcceptanceReason = "tooLittle" | "tooMuch" | "noItem" | "noReason";

/** Returns the reason why a line cannot be accepted, or undefined if there is none. */
export const reasonNotToAccept = (
  line: Pick<Line, "count">,
  draft: AcceptanceLineDraft,
): AcceptanceReason | undefined => {
  const left = unassignedCount(line, draft);
  if (left !== 0) return left > 0 ? "tooLittle" : "tooMuch";
  if (draft.stockItemId === 0 && amountOf(draft.refused) < line.count) return "noItem";
  const isShort = amountOf(draft.lost) > 0 || amountOf(draft.refused) > 0;
  return isShort && draft.reason.trim() === "" ? "noReason" : undefined;
};

/** Converts the form into the data of the action `accept`. */
export const acceptanceOf = (drafts: readonly AcceptanceLineDraft[]): ActionDetails => ({
  items: drafts.map(({ id, stockItemId, accepted, lost, refused, reason }) => ({
    id,
    ...(stockItemId > 0 && { acceptedStockItemId: stockItemId }),
    acceptedCount: amountOf(accepted),
    lostCount: amountOf(lost),
    refusedCount: amountOf(refused),
    ...(reason.trim() !== "" && { reason: reason.trim() }),
  })),
});
