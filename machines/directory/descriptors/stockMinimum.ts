import { type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/**
 * Draft of the minimum of a stock item. Without a minimum `minCount` is empty, and without a target quantity
 * `orderUpTo` is empty.
 */
export interface StockMinimumDraft {
  title: string;
  unit: string;
  minCount: string;
  orderUpTo: string;
}

const textOf = (count: number | null): string => (count === null ? "" : decimalText(count));

const draftOf = ({ title, unit, minCount, orderUpTo }: Schemas["StockMinimum"]): StockMinimumDraft => ({
  title,
  unit,
  minCount: textOf(minCount),
  orderUpTo: textOf(orderUpTo),
});

/** Descriptor of the editor of a stock item's minimum in a company. A minimum is never created, only changed. */
export const stockMinimumEditor: EditorDescriptor<CompanyPath, StockMinimumDraft> = {
  name: "stockMinimum",
  permission: () => "stock.edit",
  loadChoices: async () => undefined,
  blank: () => ({ title: "", unit: "", minCount: "", orderUpTo: "" }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const minimum = await unwrap(api.GET("/api/StockItem/{id}/Company/{companyId}/Minimum", { params, signal }));
    return { draft: draftOf(minimum), version: minimum.version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    const body = {
      companyId,
      minCount: parseDecimal(draft.minCount) ?? null,
      orderUpTo: parseDecimal(draft.orderUpTo) ?? null,
    };
    return unwrap(api.PUT("/api/StockItem/{id}/Company/{companyId}/Minimum", { params, body, signal }));
  },
};
