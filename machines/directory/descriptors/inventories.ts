import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { ActionRequest, DocumentDescriptor } from "#machines/stock/stockDocument.ts";
import type { CompanyPath } from "./companyPath.ts";

/** Inventory with its lines. */
export type Inventory = Schemas["Inventory"];
export type InventoryRow = Schemas["InventoryRow"];
export type InventoryLine = Schemas["InventoryLine"];
export type InventoryFigures = Schemas["InventoryDashBoard"];

const COUNTING_MS = 5000;
const REVIEWING_MS = 20_000;

const isRow = { id: "number", state: "string", groupName: "string", startedAt: "moment", version: "number" } as const;

const areEntries = isListOf({ place: "string", count: "number", at: "moment" });

const areLines = (value: unknown): boolean =>
  isListOf({ stockItemId: "number", title: "string", unit: "string", entries: "list" })(value) &&
  (value as { entries: unknown }[]).every(({ entries }) => areEntries(entries));

/** Returns true if an answer is an inventory. */
export const isInventory = (answer: unknown): answer is Inventory =>
  hasFields(answer, { ...isRow, items: "list", warnings: "list", uncountedParts: "list" }) &&
  areLines(Reflect.get(answer, "items"));

/** Filter of the inventories: period and state. If `state` is undefined, inventories in all states are read. */
export interface InventoryFilter {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly state: Schemas["InventoryState"] | undefined;
}

/** Descriptor of the query for the inventories of a period. */
export const inventoriesQuery: QueryDescriptor<InventoryFilter, readonly InventoryRow[]> = {
  name: "inventories",
  topics: ["inventory"],
  polling: () => livePolling(true),
  load: (api, { companyId, start, end, state }, signal) =>
    unwrap(
      api.GET("/api/Inventory/Company/{companyId}/Summury", {
        params: { path: { companyId }, query: { startDate: start, endDate: end, ...(state && { state }) } },
        signal,
      }),
      isListOf(isRow),
    ),
};

const isDashBoard = (answer: unknown): boolean =>
  hasFields(answer, { due: "list", open: "list", lossByWeek: "list", worst: "list", neverCounted: "list" });

/** Descriptor of the query for the key figures of a company's inventories. */
export const inventoryDashBoardQuery: QueryDescriptor<CompanyPath, InventoryFigures> = {
  name: "inventoryDashBoard",
  topics: ["inventory"],
  polling: () => livePolling(true),
  load: (api, { companyId }, signal) =>
    unwrap(
      api.GET("/api/Inventory/Company/{companyId}/DashBoard", { params: { path: { companyId } }, signal }),
      isDashBoard,
    ),
};

const callOf = (
  api: Api,
  { companyId, id, action, details, version, key }: ActionRequest & { readonly key: string },
) => {
  const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
  const { isRestZero = false, reason, reasons = [] } = details;
  if (action === "review")
    return api.POST("/api/Inventory/{id}/Company/{companyId}/Review", { params, body: { companyId, isRestZero } });
  if (action === "approve")
    return api.POST("/api/Inventory/{id}/Company/{companyId}/Approve", { params, body: { companyId } });
  if (action === "cancel")
    return api.POST("/api/Inventory/{id}/Company/{companyId}/Cancel", {
      params,
      body: { companyId, reason: reason?.trim() || null },
    });
  return api.PUT("/api/Inventory/{id}/Company/{companyId}", { params, body: { id, companyId, reasons: [...reasons] } });
};

/**
 * API calls for an inventory as a stock document (areas, section 4). An inventory is polled during the count and the
 * review, because several users may then work on it at the same time.
 */
export const inventoryDocument: DocumentDescriptor<Inventory> = {
  name: "inventory",
  topics: ["inventory"],
  isDocument: isInventory,
  polling: (_, { state }) =>
    state === "counting" ? livePolling(true, COUNTING_MS) : livePolling(state === "reviewing", REVIEWING_MS),
  load: (api, { companyId, id }, signal) =>
    unwrap(
      api.GET("/api/Inventory/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      isInventory,
    ),
  act: async (api, request) => {
    if (request.action !== "remove") return { entry: await unwrap(callOf(api, request), isInventory) };
    const { companyId, id, version, key } = request;
    const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
    await unwrap(api.DELETE("/api/Inventory/{id}/Company/{companyId}", { params }));
    return { entry: undefined };
  },
};
