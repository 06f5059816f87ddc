import { expect, test } from "vitest";
import { type Api, UnreadableAnswer } from "#api/client.ts";
import { kitchenItemsQuery } from "#machines/boards/kitchen.actors.ts";
import { readListPage } from "#machines/core/pagedQuery.actors.ts";
import { customerCardQuery, customersQuery } from "#machines/directory/descriptors/customers.ts";
import { cashShiftsQuery } from "#machines/directory/descriptors/finance.ts";
import { accountSessionsQuery } from "#machines/directory/descriptors/sessions.ts";
import { listOrders } from "#machines/orders/list/orderList.actors.ts";
import { readOrderSnapshot } from "#machines/payments/orderSnapshot.ts";
import { orderCalendarQuery } from "#machines/queries/calendar.ts";
import { salesQuery } from "#machines/queries/realization.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const { signal } = new AbortController();
const request = { filter: {}, cursor: undefined };
const orders = { companyId: 1, startDate: undefined, endDate: undefined };

type Read = (api: Api) => Promise<unknown>;

/** Read operations, each with the response fields that a screen formats. */
const reads: readonly (readonly [name: string, read: Read, fields: readonly string[]])[] = [
  [
    "open orders",
    (api) => listOrders(api, { ...orders, view: "open" }, signal),
    ["id", "date", "phone", "tags", "amount"],
  ],
  ["order", (api) => readOrderSnapshot(api, { companyId: 1, orderId: 1 }, signal), ["phone", "date", "items"]],
  [
    "kitchen",
    (api) => kitchenItemsQuery.load(api, { companyId: 1, stationId: undefined }, signal),
    ["due", "modificators", "stationIds"],
  ],
  [
    "calendar",
    (api) => orderCalendarQuery.load(api, { companyId: 1, month: "2026-11-01", isCurrent: true }, signal),
    ["days", "date", "count"],
  ],
  ["sales", (api) => salesQuery.load(api, orders, signal), ["itemName", "categoryName", "count"]],
  ["customers", (api) => readListPage(api, customersQuery(1), request, signal), ["rows", "id", "phone", "totalPay"]],
  [
    "customer",
    (api) => customerCardQuery.load(api, { companyId: 1, id: 1 }, signal),
    ["phone", "totalPay", "lastOrders"],
  ],
  ["cash shifts", (api) => readListPage(api, cashShiftsQuery(1), request, signal), ["number", "openedAt"]],
  [
    "sessions",
    (api) =>
      readListPage(
        api,
        accountSessionsQuery(1, () => {}),
        request,
        signal,
      ),
    ["id", "beginDate", "userAgent"],
  ],
];

/**
 * Returns a copy of an answer in which every field named `wanted` has the value `value`. The value undefined removes
 * the fields.
 */
const withField = (answer: unknown, wanted: string, value: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map((entry) => withField(entry, wanted, value));
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, inner]) => [name, name === wanted ? value : withField(inner, wanted, value)]),
  );
};

for (const [name, read, fields] of reads) {
  test(`reading of the ${name} — accepts a complete answer`, async () => {
    await expect(read(describedApi().api)).resolves.toBeDefined();
  });

  test.each(fields)(
    `reading of the ${name} — rejects an answer in which the field '%s' is missing, null or of a wrong type`,
    async (field) => {
      for (const value of [undefined, null, true])
        await expect(read(describedApi(undefined, (body) => withField(body, field, value)).api)).rejects.toThrow(
          UnreadableAnswer,
        );
    },
  );
}
