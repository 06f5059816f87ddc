import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, unwrap } from "#api/client.ts";
import type { TabAnswer, TabData } from "./orderDetailTab.machine.ts";

/** What a tab reads: the history of the order, or its cost price. */
export type TabKind = "history" | "primeCost";

interface Place {
  companyId: number;
  orderId: number;
}

const readers: Record<TabKind, (api: Api, path: Place, signal: AbortSignal) => Promise<TabData>> = {
  history: async (api, path, signal) => ({
    history: await unwrap(
      api.GET("/api/OrderHistory/{orderId}/Company/{companyId}", { params: { path }, signal }),
      Array.isArray,
    ),
  }),
  primeCost: (api, path, signal) =>
    unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}/PrimeCost", { params: { path }, signal })),
};

/** The call of one tab. */
export const orderDetailTabActors = (api: Api, place: Place, kind: TabKind) => ({
  read: fromPromise<TabAnswer>(async ({ signal }) => {
    try {
      return { kind: "read", data: await readers[kind](api, place, signal) };
    } catch (reason) {
      if (reason instanceof ApiProblem || reason instanceof NoAnswer)
        return { kind: "failed", message: reason.message };
      throw reason;
    }
  }),
});
