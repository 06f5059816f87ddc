import { isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { type EditorDescriptor, MissingEntry, type SaveRequestOf } from "#machines/directory/types.ts";
import { mergeDocuments, nextLineKey } from "./documentLines.ts";
import { type PackingListItem, packingListItemsQuery } from "./packingLists.ts";
import { type Transfer, transferDocument } from "./transfers.ts";

/** Line of the form, with numbers as typed. An empty price means the average cost at the time of sending. */
export interface TransferLineDraft {
  key: number;
  stockItemId: number;
  count: string;
  price: string;
}

/** Draft of a transfer. A `toCompanyId` of 0 means that no company is chosen. */
export interface TransferDraft {
  toCompanyId: number;
  lossOn: Schemas["TransferLossOn"];
  comment: string;
  items: TransferLineDraft[];
}

/** Data for the select fields of the form. */
export interface TransferChoices {
  readonly companies: readonly Schemas["TransferCompany"][];
  readonly items: readonly PackingListItem[];
}

interface CompanyPath {
  readonly companyId: number;
}

/** Returns a new empty line. Its key differs from the keys of all `lines`. */
export const blankTransferLine = (lines: readonly TransferLineDraft[]): TransferLineDraft => ({
  key: nextLineKey(lines),
  stockItemId: 0,
  count: "",
  price: "",
});

/** Returns true if no item is chosen and no quantity is typed. */
export const isBlankTransferLine = ({ stockItemId, count }: TransferLineDraft): boolean =>
  stockItemId === 0 && count.trim() === "";

/**
 * Returns the price of one unit for the recipient, roubles. Without a valid typed price, returns the average cost,
 * or 0 if the item is unknown.
 */
export const transferPrice = ({ price }: TransferLineDraft, item: PackingListItem | undefined): number =>
  parseDecimal(price) ?? item?.averageCost ?? 0;

const draftOf = ({ toCompanyId, lossOn, comment, items }: Transfer): TransferDraft => ({
  toCompanyId,
  lossOn,
  comment: comment ?? "",
  items: items.map(({ stockItemId, count, price }, at) => ({
    key: at + 1,
    stockItemId,
    count: decimalText(count),
    price: price === null ? "" : decimalText(price),
  })),
});

const bodyOf = (draft: TransferDraft, companyId: number): Schemas["TransferListSave"] => ({
  companyId,
  toCompanyId: draft.toCompanyId,
  lossOn: draft.lossOn,
  comment: draft.comment.trim() || null,
  items: draft.items
    .filter((line) => !isBlankTransferLine(line))
    .map(({ stockItemId, count, price }) => ({
      stockItemId,
      count: parseDecimal(count) ?? 0,
      price: parseDecimal(price) ?? null,
    })),
});

const save = (
  api: Api,
  { companyId }: CompanyPath,
  { id, draft, version, key }: SaveRequestOf<TransferDraft>,
  signal: AbortSignal,
) => {
  const body = bodyOf(draft, companyId);
  if (id === undefined) {
    const params = { path: { companyId }, header: { "Idempotency-Key": key } };
    return unwrap(api.POST("/api/TransferList/Company/{companyId}", { params, body, signal }));
  }
  const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
  return unwrap(
    api.PUT("/api/TransferList/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
  );
};

/** Descriptor of the editor of a draft transfer. Opening a transfer that is no longer a draft throws `MissingEntry`. */
export const transferEditor: EditorDescriptor<CompanyPath, TransferDraft, TransferChoices> = {
  name: "transfer",
  permission: () => "stock.edit",
  loadChoices: async (api, { companyId }, signal) => {
    const params = { path: { companyId } };
    const [companies, items] = await Promise.all([
      unwrap(
        api.GET("/api/TransferList/Company/{companyId}/Company", { params, signal }),
        isListOf({ id: "number", name: "string" }),
      ),
      packingListItemsQuery.load(api, { companyId }, signal),
    ]);
    return { companies, items };
  },
  blank: (_, { companies }) => ({
    toCompanyId: companies.length === 1 ? (companies[0]?.id ?? 0) : 0,
    lossOn: "sender",
    comment: "",
    items: [blankTransferLine([])],
  }),
  read: async (api, { companyId }, id, signal) => {
    const transfer = await transferDocument.load(api, { companyId, id: Number(id) }, signal);
    if (transfer.state !== "draft") throw new MissingEntry();
    return { draft: draftOf(transfer), version: transfer.version };
  },
  save,
  merge: mergeDocuments,
};
