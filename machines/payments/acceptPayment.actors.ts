import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Standing } from "./moving.ts";

/** Whether an answer has the shape of an order as far as every screen relies on it. */
export const isOrder = (value: unknown): value is Schemas["Order"] =>
  typeof value === "object" &&
  value !== null &&
  "items" in value &&
  Array.isArray(value.items) &&
  ["id", "version", "statusId", "amount"].every((name) => typeof Reflect.get(value, name) === "number");

/** Reads an order and its payments. */
export const readStanding = async (
  api: Api,
  path: { companyId: number; orderId: number },
  signal: AbortSignal,
): Promise<Standing> => {
  const [order, payments] = await Promise.all([
    unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params: { path }, signal }), isOrder),
    unwrap(api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path }, signal }), Array.isArray),
  ]);
  return { order, payments };
};

/** What the payment and the invoice dialogs read. */
export const paymentActors = (api: Api) => ({
  methods: fromPromise<readonly Schemas["PaymentMethod"][], { companyId: number }>(({ input, signal }) =>
    unwrap(
      api.GET("/api/PaymentMethod/Company/{companyId}/Summury", { params: { path: input }, signal }),
      Array.isArray,
    ),
  ),
  read: fromPromise<Standing, { companyId: number; orderId: number }>(({ input, signal }) =>
    readStanding(api, input, signal),
  ),
});
