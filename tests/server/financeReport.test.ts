import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { businessDay, dayRange } from "#domain/dates.ts";
import { addDays } from "#domain/days.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import { MOSCOW } from "../support/server/moscow.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const [TILL, BANK] = [1, 2];
const today = businessDay(new Date(), MOSCOW);

let world: World;
let keys = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface RawRow {
  readonly kind: Schemas["FinanceKind"];
  readonly amount: number;
  readonly sourceId: number;
  readonly targetId: number | null;
  readonly categoryId: number | null;
  readonly paymentId: number | null;
  /** Business day of the transaction. */
  readonly day: string;
}

const rawRows = async (): Promise<readonly RawRow[]> => {
  const { rows } = await sql<
    Omit<RawRow, "day"> & { date: Date }
  >`select kind, amount, source_id as "sourceId", to_source_id as "targetId",
    category_id as "categoryId", payment_id as "paymentId", date from finance_transaction where company_id = 1`.execute(
    world.db,
  );
  return rows.map(({ date, ...row }) => ({ ...row, day: businessDay(date, MOSCOW) }));
};
const isWithin = ({ day }: RawRow, start: string, end: string): boolean => day >= start && day <= end;
const sum = (rows: readonly { amount: number }[]): number => sumMoney(rows.map(({ amount }) => amount));

const report = (query: Readonly<Record<string, string>>, as = "owner", companyId = 1) =>
  world.ask("getFinanceReport", { as, path: { companyId }, query });
const add = async (body: Schemas["FinanceTransactionSave"]) =>
  (await world.ask("createFinanceTransaction", { as: "owner", body, key: `finance-report-${++keys}` })).json;

const articleOf = ({ kind, paymentId, categoryId }: RawRow): string => {
  if (kind === "correction") return "correction";
  if (paymentId !== null) return kind === "income" ? "payment" : "refund";
  return categoryId === null ? "other" : `category ${categoryId}`;
};

test("finance report — every line, group and total equals the sum of the stored transactions", async () => {
  const category = (await world.ask("listFinanceCategories", { as: "owner" })).json.find(
    ({ direction }) => direction === "expense",
  );
  const spent = { kind: "expense", financeSourceId: BANK, ...(category && { categoryId: category.id }) } as const;
  await add({ ...spent, amount: 310.4 });
  const wrong = await add({ ...spent, amount: 99 });
  await world.ask("reverseFinanceTransaction", {
    as: "owner",
    path: { id: wrong.id, companyId: 1 },
    seen: wrong.version,
    key: "finance-report-reverse",
  });
  await add({ kind: "income", financeSourceId: BANK, amount: 15.15 });
  await add({ kind: "transfer", financeSourceId: TILL, toFinanceSourceId: BANK, amount: 40 });
  const rows = await rawRows();
  for (const groupBy of ["day", "month"] as const) {
    const startDate = addDays(today, -20);
    const { json } = await report({ startDate, endDate: today, groupBy });
    const counted = rows.filter((row) => row.kind !== "transfer" && isWithin(row, startDate, today));
    const articles = [...new Set(counted.map(articleOf))].toSorted();
    expect(
      json.rows.map((row) => (row.article === "category" ? `category ${row.categoryId}` : row.article)).toSorted(),
    ).toEqual(articles);
    for (const line of json.rows) {
      const name = line.article === "category" ? `category ${line.categoryId}` : line.article;
      const own = counted.filter(
        (row) => articleOf(row) === name && (line.direction === null || line.direction === row.kind),
      );
      expect([name, line.amount]).toEqual([name, sum(own)]);
      expect(line.amounts).toEqual(
        json.groups.map(({ date, endDate }) => sum(own.filter((row) => isWithin(row, date, endDate)))),
      );
    }
    const sumsOf = (some: readonly RawRow[]) => {
      const of = (kind: RawRow["kind"]) => sum(some.filter((row) => row.kind === kind));
      const [income, expense, correction] = [of("income"), of("expense"), of("correction")];
      return { income, expense, correction, amount: roundMoney(income - expense + correction) };
    };
    expect(json.total).toEqual(sumsOf(counted));
    expect(json.groups).toEqual(
      json.groups.map(({ date, endDate }) => ({
        date,
        endDate,
        ...sumsOf(counted.filter((row) => isWithin(row, date, endDate))),
      })),
    );
  }
});

test("finance report — for each source, opening balance plus turnovers equals the closing balance", async () => {
  const startDate = addDays(today, -3);
  const { json } = await report({ startDate, endDate: today });
  const states = (await world.ask("listFinanceSourceStates", { as: "owner" })).json;
  expect(json.sources.map(({ id, closing }) => [id, closing])).toEqual(states.map(({ id, balance }) => [id, balance]));
  for (const { opening, received, spent, closing } of json.sources)
    expect(roundMoney(opening + received - spent)).toBe(closing);
  const before = await report({ startDate: addDays(startDate, -5), endDate: addDays(startDate, -1) });
  expect(before.json.sources.map(({ closing }) => closing)).toEqual(json.sources.map(({ opening }) => opening));
  expect(sumMoney(json.sources.map(({ closing, opening }) => closing - opening))).toBe(json.total.amount);
});

test("finance report — is refused for a backward period, to a user of another company, and without the permission finance.view", async () => {
  expect((await report({ startDate: today, endDate: addDays(today, -1) })).status).toBe(400);
  expect((await report({}, "owner", 3)).status).toBe(404);
  expect((await report({}, "operator")).status).toBe(403);
});

test("finance report as a file — has a row for each line of the report and the same total", async () => {
  const query = { startDate: addDays(today, -40), endDate: today, groupBy: "month", format: "csv" };
  const reply = await world.ask("exportFinanceReport", { as: "owner", query });
  const { json } = await report({ startDate: query.startDate, endDate: today, groupBy: "month" });
  const lines = reply.text.replace("\uFEFF", "").trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^Раздел;Категория;\d\d\.\d\d\.\d{4}/);
  expect(lines).toHaveLength(json.rows.length + 2);
  expect(lines.at(-1)?.split(";").at(-1)).toBe(String(json.total.amount).replace(".", ","));
  expect((await world.ask("exportFinanceReport", { as: "operator", query })).status).toBe(403);
});

const sources = async (date?: string) =>
  (await world.ask("getDashboardSources", { as: "owner", ...(date && { query: { date } }) })).json;

test("balances by finance source — show the current balances, the movements of the day and the open shift", async () => {
  const shift = (await world.ask("getCashDrawers", { as: "cashier" })).json.drawers.find(
    ({ id }) => id === TILL,
  )?.shift;
  if (!shift) throw new Error("the demo has no open shift");
  const states = (await world.ask("listFinanceSourceStates", { as: "owner" })).json;
  const expected = (await world.ask("getCashShiftReport", { as: "cashier", path: { id: shift.id, companyId: 1 } })).json
    .expected;
  const now = await sources();
  expect(now.sources.map(({ id, balance }) => [id, balance])).toEqual(states.map(({ id, balance }) => [id, balance]));
  expect(now.shifts.find(({ id }) => id === shift.id)).toMatchObject({
    closedAt: null,
    cash: expected,
    difference: null,
  });
  const bank = (await rawRows()).filter((row) => isWithin(row, today, today));
  expect(now.sources.find(({ id }) => id === BANK)?.spent).toBe(
    sum(bank.filter(({ kind, sourceId }) => sourceId === BANK && (kind === "expense" || kind === "transfer"))),
  );
});

test("balances by finance source — show the closing balances of an earlier day and the shifts that were open on this day", async () => {
  const day = addDays(today, -2);
  const { start, end } = dayRange(day, MOSCOW);
  const { rows: shifts } = await sql<{ id: number; openedAt: Date; closedAt: Date | null; counted: number | null }>`
    select id, opened_at as "openedAt", closed_at as "closedAt", counted from cash_shift
    where company_id = 1 order by opened_at desc`.execute(world.db);
  const closed = shifts.filter(({ closedAt }) => closedAt !== null);
  const ofDay = closed.filter(({ openedAt }) => openedAt >= start && openedAt < end);
  const [previous, beforePrevious] = closed.filter(({ openedAt }) => openedAt < start);
  const following = closed.findLast(({ openedAt }) => openedAt >= end);
  if (ofDay.length === 0 || !previous || !beforePrevious || !following)
    throw new Error("the demo has shifts on the day, after it and on two days before it");
  // A shift that closes exactly at the start of the day is listed. A shift that closes 1 ms earlier and a shift that
  // opens exactly at the end of the day are not listed.
  await sql`update cash_shift set closed_at = ${start} where id = ${previous.id}`.execute(world.db);
  await sql`update cash_shift set closed_at = ${start}::timestamptz - interval '1 ms'
    where id = ${beforePrevious.id}`.execute(world.db);
  await sql`update cash_shift set opened_at = ${end} where id = ${following.id}`.execute(world.db);
  const then = await sources(day);
  const { json } = await report({ startDate: day, endDate: day });
  expect(then.sources.map(({ balance }) => balance)).toEqual(json.sources.map(({ closing }) => closing));
  expect(then.shifts.map(({ id, cash }) => [id, cash])).toEqual(
    [...ofDay, previous].map(({ id, counted }) => [id, counted]),
  );
  expect((await world.ask("getDashboardSources", { as: "operator" })).status).toBe(403);
});
