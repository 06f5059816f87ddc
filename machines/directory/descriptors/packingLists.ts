import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DocumentDescriptor } from "#machines/stock/stockDocument.ts";
import { type SupplierRow, supplierDirectory } from "./suppliers.ts";

export type PackingList = Schemas["PackingList"];
export type PackingListRow = Schemas["PackingListRow"];
export type PackingListItem = Schemas["PackingListItem"];
export type PackingListTable = Schemas["PackingListTable"];

const isRow = { id: "number", state: "string", amount: "number", date: "moment", version: "number" } as const;

/** Returns true if an answer is a packing list. */
export const isPackingList = (answer: unknown): answer is PackingList =>
  hasFields(answer, { ...isRow, items: "list" }) && isListOf({ count: "number" })(Reflect.get(answer, "items"));

/** Filter of the packing lists: period, supplier and state. An undefined field matches all packing lists. */
export interface PackingListFilter {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly supplierId: number | undefined;
  readonly state: Schemas["PackingListState"] | undefined;
}

/** Descriptor of the query for the packing lists of a period. */
export const packingListsQuery: QueryDescriptor<PackingListFilter, readonly PackingListRow[]> = {
  name: "packingLists",
  topics: ["packingList"],
  polling: () => livePolling(true),
  load: (api, { companyId, start, end, supplierId, state }, signal) =>
    unwrap(
      api.GET("/api/PackingList/Company/{companyId}/Summury", {
        params: {
          path: { companyId },
          query: { startDate: start, endDate: end, ...(supplierId && { supplierId }), ...(state && { state }) },
        },
        signal,
      }),
      isListOf(isRow),
    ),
};

/** Descriptor of the query for the stock items that a stock document may contain, with their balances. */
export const packingListItemsQuery: QueryDescriptor<{ readonly companyId: number }, readonly PackingListItem[]> = {
  name: "packingListItems",
  load: (api, { companyId }, signal) =>
    unwrap(
      api.GET("/api/PackingList/Company/{companyId}/Item", { params: { path: { companyId } }, signal }),
      isListOf({ id: "number", title: "string", count: "number" }),
    ),
};

/** Descriptor of the query for the suppliers of a company. */
export const suppliersQuery: QueryDescriptor<{ readonly companyId: number }, readonly SupplierRow[]> = {
  name: "suppliersOfLists",
  load: (api, path, signal) => supplierDirectory.list(api, path, signal),
};

const toParams = (path: { readonly companyId: number; readonly id: number }, version: number, key: string) => ({
  path,
  header: toWriteHeaders({ version, key }),
});

/**
 * API calls that read, approve, reverse and remove a packing list. Used by the stock document machine and the editor.
 */
export const packingListDocument: DocumentDescriptor<PackingList> = {
  name: "packingList",
  topics: ["packingList"],
  isDocument: isPackingList,
  load: (api, { companyId, id }, signal) =>
    unwrap(
      api.GET("/api/PackingList/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      isPackingList,
    ),
  act: async (api, { companyId, id, action, details, version, key, isForced }) => {
    const params = toParams({ companyId, id }, version, key);
    if (action === "remove") {
      await unwrap(api.DELETE("/api/PackingList/{id}/Company/{companyId}", { params }));
      return { entry: undefined };
    }
    const body = { companyId, isBelowZeroAllowed: isForced };
    const { isOnShelf } = details;
    const approval = { ...body, ...(isOnShelf !== undefined && { isOnShelf }) };
    const answer =
      action === "approve"
        ? api.POST("/api/PackingList/{id}/Company/{companyId}/Approve", { params, body: approval })
        : api.POST("/api/PackingList/{id}/Company/{companyId}/Reverse", { params, body });
    return { entry: await unwrap(answer, isPackingList) };
  },
};

/** Sends a table file to the server, which parses the lines and returns them without storing them. */
export const readPackingTable = (
  api: Api,
  { companyId, key }: { readonly companyId: number; readonly key: string },
  form: FormData,
  signal: AbortSignal,
): Promise<PackingListTable> =>
  unwrap(
    api.POST("/api/PackingList/Company/{companyId}/Import", {
      params: { path: { companyId }, header: { "Idempotency-Key": key } },
      // The OpenAPI types declare the file as a string, so `body` contains an empty string. `bodySerializer` sends the
      // multipart form instead of `body`.
      body: { file: "" },
      bodySerializer: () => form,
      signal,
    }),
    (answer) => hasFields(answer, { items: "list", errors: "list" }),
  );
