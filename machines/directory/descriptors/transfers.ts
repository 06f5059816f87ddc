import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { ActionRequest, DocumentAction, DocumentDescriptor } from "#machines/stock/stockDocument.ts";

/** Transfer of goods to another company. */
export type Transfer = Schemas["TransferList"];
export type TransferRow = Schemas["TransferListRow"];
export type TransferLine = Schemas["TransferLine"];

const isRow = { id: "number", state: "string", fromCompanyId: "number", toCompanyId: "number" } as const;

/** Returns true if an answer is a transfer. */
export const isTransfer = (answer: unknown): answer is Transfer =>
  hasFields(answer, { ...isRow, items: "list" }) && isListOf({ count: "number" })(Reflect.get(answer, "items"));

/**
 * Filter of the transfers: period, direction and state. An undefined field matches all transfers. Transfers in
 * transit are included regardless of the period.
 */
export interface TransferFilter {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly direction: Schemas["TransferDirection"] | undefined;
  readonly state: Schemas["TransferState"] | undefined;
}

/** Descriptor of the query for the transfers of a period. */
export const transfersQuery: QueryDescriptor<TransferFilter, readonly TransferRow[]> = {
  name: "transfers",
  topics: ["transfer"],
  polling: () => livePolling(true),
  load: (api, { companyId, start, end, direction, state }, signal) =>
    unwrap(
      api.GET("/api/TransferList/Company/{companyId}/Summury", {
        params: {
          path: { companyId },
          query: { startDate: start, endDate: end, ...(direction && { direction }), ...(state && { state }) },
        },
        signal,
      }),
      isListOf(isRow),
    ),
};

/**
 * Returns the actions that the company may perform on a transfer, regardless of the transfer's state. The sender sends,
 * recalls or removes the transfer, and the recipient accepts or refuses it.
 */
export const transferActionsOf = (
  companyId: number,
  { fromCompanyId }: Pick<Transfer, "fromCompanyId">,
): readonly DocumentAction[] => (companyId === fromCompanyId ? ["send", "recall", "remove"] : ["accept", "refuse"]);

const callOf = (
  api: Api,
  { companyId, id, action, details, version, key, isForced }: ActionRequest & { readonly key: string },
) => {
  const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
  if (action === "send")
    return api.POST("/api/TransferList/{id}/Company/{companyId}/Send", {
      params,
      body: { companyId, isBelowZeroAllowed: isForced },
    });
  if (action === "recall") return api.POST("/api/TransferList/{id}/Company/{companyId}/Recall", { params });
  if (action === "refuse")
    return api.POST("/api/TransferList/{id}/Company/{companyId}/Refuse", {
      params,
      body: { companyId, reason: details.reason ?? "" },
    });
  return api.POST("/api/TransferList/{id}/Company/{companyId}/Approve", {
    params,
    body: { companyId, items: [...(details.items ?? [])] },
  });
};

/**
 * API calls that read, send, recall, accept, refuse and remove a transfer (areas, section 3). Used by the stock
 * document machine and the editor.
 */
export const transferDocument: DocumentDescriptor<Transfer> = {
  name: "transfer",
  topics: ["transfer"],
  isDocument: isTransfer,
  load: (api, { companyId, id }, signal) =>
    unwrap(
      api.GET("/api/TransferList/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      isTransfer,
    ),
  act: async (api, request) => {
    if (request.action !== "remove") return { entry: await unwrap(callOf(api, request), isTransfer) };
    const { companyId, id, version, key } = request;
    const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
    await unwrap(api.DELETE("/api/TransferList/{id}/Company/{companyId}", { params }));
    return { entry: undefined };
  },
};
