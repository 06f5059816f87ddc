import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { wallDay } from "#domain/days.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { type EditorDescriptor, MissingEntry } from "#machines/directory/types.ts";
import { type DocumentDays, documentDateOf } from "./documentDate.ts";
import { mergeDocuments, nextLineKey } from "./documentLines.ts";
import { type PackingListItem, packingListItemsQuery } from "./packingLists.ts";
import { type StockAct, type StockActKind, type StockActReason, stockActDocument } from "./stockActs.ts";

/** Line of the form, with the quantity as typed. A `stockItemId` of 0 means that no item is chosen. */
export interface ActLineDraft {
  /** React key of the line, unique while the form is open. */
  key: number;
  stockItemId: number;
  count: string;
}

/** Draft of a stock act. `reason` is empty if none is chosen, and `savedDate` is empty for a new act. */
export interface StockActDraft {
  kind: StockActKind;
  reason: StockActReason | "";
  day: Day;
  savedDate: string;
  comment: string;
  items: ActLineDraft[];
}

/** Scope of an act: its company, with the time zone and the current day, and the kind of a new act. */
export interface StockActScope extends DocumentDays {
  readonly companyId: number;
  readonly kind: StockActKind;
}

/** Returns a new empty line. Its key differs from the keys of all `lines`. */
export const blankActLine = (lines: readonly ActLineDraft[]): ActLineDraft => ({
  key: nextLineKey(lines),
  stockItemId: 0,
  count: "",
});

/** Returns true if no item is chosen and no quantity is typed. */
export const isBlankActLine = ({ stockItemId, count }: ActLineDraft): boolean =>
  stockItemId === 0 && count.trim() === "";

/**
 * Returns the stock items that an act of the given kind may contain. A production act may contain only semi-finished
 * items.
 */
export const itemsForAct = (items: readonly PackingListItem[], kind: StockActKind): readonly PackingListItem[] =>
  kind === "production" ? items.filter(({ isMade }) => isMade) : items;

const draftOf = ({ kind, reason, date, comment, items }: StockAct, { zone }: StockActScope): StockActDraft => ({
  kind,
  reason: reason ?? "",
  day: wallDay(Date.parse(date), zone),
  savedDate: date,
  comment: comment ?? "",
  items: items.map(({ stockItemId, count }, at) => ({ key: at + 1, stockItemId, count: decimalText(count) })),
});

const bodyOf = (draft: StockActDraft, scope: StockActScope): Schemas["StockActSave"] => {
  const date = documentDateOf(draft, scope);
  return {
    companyId: scope.companyId,
    kind: draft.kind,
    reason: draft.kind === "writeOff" ? draft.reason || null : null,
    comment: draft.comment.trim() || null,
    ...(date !== undefined && { date }),
    items: draft.items
      .filter((line) => !isBlankActLine(line))
      .map(({ stockItemId, count }) => ({ stockItemId, count: parseDecimal(count) ?? 0 })),
  };
};

/** Descriptor of the editor of a draft act. Opening an act that is no longer a draft throws `MissingEntry`. */
export const stockActEditor: EditorDescriptor<StockActScope, StockActDraft, readonly PackingListItem[]> = {
  name: "stockAct",
  permission: () => "stock.edit",
  loadChoices: (api, { companyId }, signal) => packingListItemsQuery.load(api, { companyId }, signal),
  blank: ({ kind, today }) => ({
    kind,
    reason: "",
    day: today,
    savedDate: "",
    comment: "",
    items: [blankActLine([])],
  }),
  read: async (api, scope, id, signal) => {
    const act = await stockActDocument.load(api, { companyId: scope.companyId, id: Number(id) }, signal);
    if (act.state !== "draft") throw new MissingEntry();
    return { draft: draftOf(act, scope), version: act.version };
  },
  save: (api, scope, { id, draft, version, key }, signal) => {
    const { companyId } = scope;
    const body = bodyOf(draft, scope);
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/StockAct/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(
      api.PUT("/api/StockAct/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
    );
  },
  merge: mergeDocuments,
};
