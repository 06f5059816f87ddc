import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { operations } from "#api/schema.d.ts";
import { bestOf } from "../support/server/bestOf.ts";
import { fillYear } from "../support/server/manyOrders.ts";
import { manyRows } from "../support/server/manyRows.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const BOUND_MS = 1_000;
/** Year in which the demo data have no orders. */
const YEAR = { startDate: "2024-01-01", endDate: "2024-12-31" };
const DAY = { date: "2024-06-15" };

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await fillYear(world.db, YEAR.startDate, manyRows(), [1, 3]);
  await world.tokenOf("owner");
}, 240_000);
afterAll(() => world.stop());

type Call = keyof Pick<
  operations,
  | "getCompanyState"
  | "getDashboardFinance"
  | "getDashboardPayments"
  | "getDashboardOrders"
  | "getOrderCalendar"
  | "listRealization"
  | "getPaymentReport"
  | "getItemReport"
  | "getDiscountReport"
  | "getCancellationReport"
  | "getCallReport"
  | "exportGeneralReport"
  | "listFrequentItems"
>;
type Query = Readonly<Record<string, string>>;

const ask = async (id: Call, query: Query): Promise<void> => {
  const { status } = await world.ask(id, { as: "owner", path: { companyId: 1 }, query });
  expect(status).toBe(200);
};

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const isStatement = (asked: unknown): asked is Statement =>
  typeof asked === "object" && asked !== null && "text" in asked && "values" in asked;

/** Returns the query plans of those SQL statements of an operation that mention orders, payments or calls. */
const plansOf = async (id: Call, query: Query): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await ask(id, query);
  const statements = spy.mock.calls.map(([first]): unknown => first).filter(isStatement);
  spy.mockRestore();
  const plans: string[] = [];
  for (const { text, values } of statements.filter(({ text }) =>
    /\b(orders|payment|operator_phone_call)\b/.test(text),
  )) {
    const { rows } = await world.database.pool.query(`explain (format json) ${text}`, values);
    plans.push(JSON.stringify(rows));
  }
  return plans;
};

const reports: readonly [string, Call, Query][] = [
  ["payments by day", "getPaymentReport", YEAR],
  ["payments by month", "getPaymentReport", { ...YEAR, groupBy: "month" }],
  ["dishes sold", "getItemReport", YEAR],
  ["discounts", "getDiscountReport", YEAR],
  ["cancellations", "getCancellationReport", YEAR],
  ["calls", "getCallReport", YEAR],
  ["the general report as CSV", "exportGeneralReport", { ...YEAR, format: "csv" }],
  ["the general report as XLSX", "exportGeneralReport", { ...YEAR, format: "xlsx" }],
  ["the list of sold dishes", "listRealization", YEAR],
  ["the calendar of a month", "getOrderCalendar", DAY],
  ["the summary of a day", "getCompanyState", DAY],
  ["financial figures of a day", "getDashboardFinance", DAY],
  ["payments of a day", "getDashboardPayments", DAY],
  ["orders of a day", "getDashboardOrders", DAY],
  ["frequent dishes", "listFrequentItems", {}],
];

describe("reports of a year with many orders of two companies", () => {
  test.each(reports)("reading of %s — takes less than one second", async (_, id, query) => {
    expect(await bestOf(BOUND_MS, () => ask(id, query))).toBeLessThan(BOUND_MS);
  });

  test("the report of sold dishes takes less than one second after five executions, when PostgreSQL may use a generic query plan", async () => {
    for (let attempt = 0; attempt < 5; attempt++) await ask("getItemReport", YEAR);
    expect(await bestOf(BOUND_MS, () => ask("getItemReport", YEAR))).toBeLessThan(BOUND_MS);
  });

  test.each(reports)("reading of %s — scans no large table completely", async (_, id, query) => {
    const plans = await plansOf(id, query);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans)
      expect(plan).not.toMatch(
        /"Node Type":"Seq Scan"[^{}]*"Relation Name":"(orders|order_line|payment|operator_phone_call)"/,
      );
  });
});
