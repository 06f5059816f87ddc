import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { operations } from "#api/schema.d.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { givenOrder, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
/** Id of a company without orders. */
let empty = 0;
beforeAll(async () => {
  world = await startWorld();
  const body = { name: "Новая", timeZone: "Asia/Kathmandu", dayStart: "05:30" };
  empty = (await world.ask("createCompany", { as: "owner", body })).json.id;
  await giveRole(world, 7, ["order.view", "order.changeStatus", "payment.accept"]);
});
afterAll(() => world.stop());

type Query = Readonly<Record<string, string | readonly string[]>>;

const ask = <Id extends keyof operations>(id: Id, query: Query = {}, companyId = 1, as = "owner") =>
  world.ask(id, { as, path: { companyId }, query });

const dashboards = [
  "getDashboardFinance",
  "getDashboardPayments",
  "getDashboardOrders",
  "getOrderCalendar",
  "getCompanyState",
] as const;
const reports = [
  "getPaymentReport",
  "getItemReport",
  "getDiscountReport",
  "getCancellationReport",
  "getCallReport",
] as const;

const today = async () => (await ask("getDashboardOrders")).json.date;
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

describe("dashboard for a day", () => {
  test.each(dashboards)(
    "%s — returns today's figures for a time of today, for an impossible day and without a day",
    async (id) => {
      const day = await today();
      const [year, month] = day.split("-");
      const texts = ["2026-02-31", `${year}-${month}-32`, "2026-13-01", "0000-00-00", ""];
      const answers = await Promise.all(
        [{}, { date: day }, ...texts.map((date) => ({ date }))].map((query) => ask(id, query)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      const noon = new Date(`${day}T09:00:00Z`).toISOString();
      expect((await ask(id, { date: noon })).json).toEqual(answers[1]?.json);
    },
  );

  test.each(dashboards)("%s — refuses an invalid day with an error at the field 'date'", async (id) => {
    for (const date of [
      "yesterday",
      "2026-1-1",
      "1999-12-31",
      "2100-01-01",
      "9999-12-31",
      "0001-01-01T00:00:00Z",
      "-1",
    ]) {
      const { status, problem } = await ask(id, { date });
      expect([date, status, Object.keys(problem.errors ?? {})]).toEqual([date, 400, ["date"]]);
    }
  });

  test("dashboard — begins its hours at the start of the business day", async () => {
    const { json } = await ask("getDashboardOrders", {}, empty);
    expect(json.hours.map(({ time }) => time).slice(0, 2)).toEqual(["05:30", "06:30"]);
    expect(json.hours.length).toBe(24);
  });
});

describe("figures of a company without orders", () => {
  test("figures of a company without orders — are zero on every dashboard and in every report", async () => {
    const { json: finance } = await ask("getDashboardFinance", {}, empty);
    expect(finance).toMatchObject({ amount: 0, realIncome: 0, totalExpense: 0, realExpense: 0 });
    expect((await ask("getDashboardPayments", {}, empty)).json).toMatchObject({ list: [], requred: 0 });
    expect((await ask("getDashboardOrders", {}, empty)).json).toMatchObject({
      totalCount: 0,
      amount: 0,
      average: 0,
      statuses: [],
    });
    expect((await ask("listRealization", {}, empty)).json).toEqual([]);
    expect((await ask("getOrderCalendar", {}, empty)).json.total).toEqual({ count: 0, amount: 0, canceledCount: 0 });
    for (const id of reports) {
      const { json, text } = await ask(id, { startDate: "2026-01-01", endDate: "2026-01-02" }, empty);
      expect(json.rows).toEqual([]);
      expect(json.groups.length).toBe(2);
      expect(Object.values(json.total).every((figure) => figure === 0)).toBe(true);
      expect(text).not.toMatch(/null/);
    }
  });

  test("figures of a company without orders — are zero in the general report", async () => {
    const query = { startDate: "2026-01-01", endDate: "2026-01-01", format: "csv" };
    const lines = (await ask("exportGeneralReport", query, empty)).text.trim().split("\r\n");
    expect(lines.slice(1)).toEqual(["01.01.2026;01.01.2026;0;0;0;0;0;0;0;0;0", "Итого;;0;0;0;0;0;0;0;0;0"]);
  });
});

describe("period of a report", () => {
  const refusals: readonly [string, Query, string, RegExp][] = [
    ["an end before the start", { startDate: "2026-02-02", endDate: "2026-02-01" }, "endDate", /раньше/],
    [
      "more than ten years",
      { startDate: "2010-01-01", endDate: "2026-01-01", groupBy: "month" },
      "endDate",
      /десяти лет/,
    ],
    ["ten years grouped by day", { startDate: "2016-01-01", endDate: "2026-01-01" }, "groupBy", /недели или месяцы/],
    [
      "a start in the year 1",
      { startDate: "0001-01-01", endDate: "2026-01-01", groupBy: "month" },
      "startDate",
      /2000/,
    ],
    [
      "an end in the year 9999",
      { startDate: "2026-01-01", endDate: "9999-12-31", groupBy: "month" },
      "endDate",
      /2099/,
    ],
    ["a text that is not a date", { startDate: "вчера" }, "startDate", /./],
    ["an instant instead of a day", { startDate: "2026-01-01T00:00:00Z" }, "startDate", /./],
    ["an unknown grouping", { groupBy: "year" }, "groupBy", /./],
  ];
  test.each(refusals)(
    "period of a report with %s — is refused with a message at the invalid field",
    async (_, query, field, sentence) => {
      for (const id of [...reports, "exportGeneralReport"] as const) {
        const { status, problem } = await ask(id, { ...(id === "exportGeneralReport" && { format: "csv" }), ...query });
        expect([id, status]).toEqual([id, 400]);
        expect(problem.errors?.[field]).toMatch(sentence);
      }
    },
  );

  test.each(reports)("%s — supports a report period of ten years grouped by week", async (id) => {
    const { json } = await ask(id, { startDate: "2016-11-22", endDate: "2026-11-21", groupBy: "week" });
    expect(json.groups.length).toBe(522);
    expect(json.groups.slice(0, 2)).toMatchObject([
      { date: "2016-11-22", endDate: "2016-11-27" },
      { date: "2016-11-28", endDate: "2016-12-04" },
    ]);
  });

  test("period of a report — is the last month by default, and is compared with the preceding period of the same length", async () => {
    const day = await today();
    const { json } = await ask("getPaymentReport");
    expect(json).toMatchObject({ endDate: day, groupBy: "day" });
    expect(json.groups.length).toBeGreaterThanOrEqual(28);
    expect(daysAfter(json.previousEndDate, 1)).toBe(json.startDate);
    expect(Date.parse(json.endDate) - Date.parse(json.startDate)).toBe(
      Date.parse(json.previousEndDate) - Date.parse(json.previousStartDate),
    );
    const before = await ask("getPaymentReport", { startDate: json.previousStartDate, endDate: json.previousEndDate });
    expect(before.json.groups.length).toBe(json.groups.length);
  });

  test("period of a report — begins today if its start is an impossible day", async () => {
    const day = await today();
    expect((await ask("getItemReport", { startDate: "2026-02-31", endDate: daysAfter(day, 1) })).json.startDate).toBe(
      day,
    );
  });
});

describe("permissions for reports", () => {
  test("money on dashboards requires finance.view, reports require report.view, and the state of a company omits money for a user without finance.view", async () => {
    expect((await ask("getDashboardFinance", {}, 1, "operator")).status).toBe(403);
    expect((await ask("getDashboardPayments", {}, 1, "cashier")).status).toBe(403);
    expect((await ask("getDashboardOrders", {}, 1, "courier")).status).toBe(200);
    expect((await ask("getPaymentReport", {}, 1, "operator")).status).toBe(403);
    const { json } = await ask("getCompanyState", {}, 1, "operator");
    expect([json.finance, json.payments, json.orders.totalCount > 0]).toEqual([null, null, true]);
    expect((await ask("getCompanyState")).json.finance?.amount).toBeGreaterThan(0);
  });
});

describe("figures after changes of orders", () => {
  const pay = async (order: { id: number }, amount: number) => {
    const body = { payment: [{ paymentMethodId: methodIds.cash, amount }] };
    const { json } = await world.ask("acceptPayment", { as: "owner", path: pathOf(order), body });
    return json.payments.at(-1)?.id ?? 0;
  };
  const figures = async () => {
    const [{ json: finance }, { json: payments }, { json: orders }, { json: state }] = await Promise.all([
      ask("getDashboardFinance"),
      ask("getDashboardPayments"),
      ask("getDashboardOrders"),
      ask("getCompanyState"),
    ]);
    const { amount, realIncome } = finance;
    const { totalCount, canceledCount } = orders;
    return {
      amount,
      realIncome,
      requred: payments.requred,
      totalCount,
      canceledCount,
      accepted: state.acceptedToday ?? 0,
    };
  };
  const changeOf = async (work: () => Promise<unknown>) => {
    const before = await figures();
    await work();
    const after = await figures();
    const change = (name: keyof typeof before) => Math.round((after[name] - before[name]) * 100) / 100;
    return Object.fromEntries((Object.keys(before) as (keyof typeof before)[]).map((name) => [name, change(name)]));
  };
  const nothing = { amount: 0, realIncome: 0, requred: 0, totalCount: 0, canceledCount: 0, accepted: 0 };

  test("closing a paid order changes no figure, and a later refund reduces the income", async () => {
    const order = await givenOrder(world);
    const paymentId = await pay(order, 980);
    const close = () =>
      world.ask("changeOrderStatus", {
        as: "owner",
        path: pathOf(order),
        body: { orderStatusId: statusIds.delivered },
      });
    expect(await changeOf(close)).toEqual(nothing);
    const refund = () => world.ask("rejectPayment", { as: "owner", path: { ...pathOf(order), paymentId }, body: {} });
    expect(await changeOf(refund)).toEqual({ ...nothing, realIncome: -980, accepted: -980 });
  });

  test("payments, refunds and cancellations change the income and the amount due", async () => {
    let order = { id: 0 };
    expect(
      await changeOf(async () => {
        order = await givenOrder(world);
      }),
    ).toEqual({ ...nothing, amount: 980, requred: 980, totalCount: 1 });
    let paymentId = 0;
    expect(
      await changeOf(async () => {
        paymentId = await pay(order, 300);
      }),
    ).toEqual({ ...nothing, realIncome: 300, requred: -300, accepted: 300 });
    const refund = () => world.ask("rejectPayment", { as: "owner", path: { ...pathOf(order), paymentId }, body: {} });
    expect(await changeOf(refund)).toEqual({ ...nothing, realIncome: -300, requred: 300, accepted: -300 });
    const body = { orderStatusId: statusIds.canceled, orderStatusReason: "Проверка отчёта" };
    const cancel = () => world.ask("changeOrderStatus", { as: "owner", path: pathOf(order), body });
    expect(await changeOf(cancel)).toEqual({
      ...nothing,
      amount: -980,
      requred: -980,
      totalCount: -1,
      canceledCount: 1,
    });
    const day = await today();
    const { json } = await ask("getCancellationReport", { startDate: day, endDate: day });
    expect(json.rows).toContainEqual(
      expect.objectContaining({ reason: "Проверка отчёта", employeeAlias: "Елена Колосова", count: 1, amount: 980 }),
    );
  });

  test("changing the due time moves the sold dishes of the order to the new day", async () => {
    const order = await givenOrder(world);
    const due = new Date(Date.now() + 3 * 86_400_000);
    const line = order.items[0];
    const body = {
      items: [{ id: line?.id ?? 0, itemId: line?.itemId ?? 0, categoryId: line?.categoryId ?? 0, count: 2 }],
      phone: "+79160000001",
      date: due.toISOString(),
    };
    const soldOn = async (date: string) =>
      (await ask("listRealization", { startDate: date, endDate: date })).json.reduce(
        (sum, { count }) => sum + count,
        0,
      );
    const [day, later] = [await today(), daysAfter(await today(), 3)];
    const before = [await soldOn(day), await soldOn(later)];
    expect((await world.ask("editOrder", { as: "owner", path: pathOf(order), body })).status).toBe(200);
    expect([await soldOn(day), await soldOn(later)]).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) + 2]);
    const { rows } = await sql<{ same: boolean }>`
      select bool_and(l.date = o.date) as same from order_line l join orders o on o.id = l.order_id`.execute(world.db);
    expect(rows[0]?.same).toBe(true);
  });
});

test("sold dishes — can be filtered by statuses and tags", async () => {
  const whole = { startDate: "2020-01-01" };
  const count = async (query: Query) =>
    (await ask("listRealization", { ...whole, ...query })).json.reduce((sum, row) => sum + row.count, 0);
  const [all, delivered, urgent] = [
    await count({}),
    await count({ orderStatusId: [String(statusIds.delivered)] }),
    await count({ orderTagId: ["1"] }),
  ];
  expect(delivered).toBeLessThan(all);
  expect(urgent).toBeGreaterThan(0);
  expect(urgent).toBeLessThan(delivered);
  expect(await count({ orderStatusId: [String(statusIds.canceled)] })).toBe(0);
});

test("cancellation report with more than a hundred reasons — combines the rarest reasons", async () => {
  await sql`update orders set status_reason = 'Причина ' || id where company_id = 2 and status_id = 17`.execute(
    world.db,
  );
  await sql`insert into company_user (company_id, user_id, role_id) values (2, 2, 1)`.execute(world.db);
  const query = { startDate: "2020-01-01", endDate: "2029-12-01", groupBy: "month" };
  await sql`insert into orders (company_id, day, internal_id, date, creation_date, status_id, is_open, phone, amount, status_reason)
    select 2, '2020-01-01', n, '2026-01-05', '2026-01-05', 17, false, '+79160000001', 10, 'Другая ' || n from generate_series(1, 150) n`.execute(
    world.db,
  );
  const { json } = await ask("getCancellationReport", query, 2);
  expect(json.reasons.length).toBe(101);
  expect(json.reasons[0]).toMatchObject({ reason: "Другие причины" });
  expect(json.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(json.total.count);
});

test("payment method whose name begins like a formula — is exported as text in the general report", async () => {
  await sql`update payment_method set name = '=1+1' where id = ${methodIds.cash}`.execute(world.db);
  const { text, headers } = await ask("exportGeneralReport", { format: "csv" });
  expect(text.split("\r\n")[0]).toContain(";'=1+1, р.;");
  expect(headers["content-disposition"]).toMatch(
    /^attachment; filename="report-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv"$/,
  );
});

test("general report as XLSX — contains days as dates and amounts as numbers", async () => {
  const answer = await world.app.inject({
    url: "/api/Report/Company/1/General?startDate=2026-01-01&endDate=2026-01-02&format=xlsx",
    headers: { authorization: `Bearer ${await world.tokenOf("owner")}` },
  });
  const files = unzipSync(answer.rawPayload);
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const styles = strFromU8(files["xl/styles.xml"] ?? new Uint8Array());
  const cellOf = (name: string) => new RegExp(`<c r="${name}"([^>]*)>(.*?)</c>`).exec(sheet);
  // A spreadsheet counts days from 30 December 1899, so 46023 is 1 January 2026.
  expect(cellOf("A2")?.[2]).toBe("<v>46023</v>");
  expect(cellOf("A3")?.[2]).toBe("<v>46024</v>");
  expect(cellOf("A2")?.[1]).not.toContain('t="s"');
  const style = Number(/ s="(\d+)"/.exec(cellOf("A2")?.[1] ?? "")?.[1]);
  const format = / numFmtId="(\d+)"/.exec(
    [...(styles.split("<cellXfs")[1]?.matchAll(/<xf [^>]*>/g) ?? [])][style]?.[0] ?? "",
  )?.[1];
  expect(styles).toContain(`numFmtId="${format}" formatCode="dd.mm.yyyy"`);
  expect(cellOf("E2")?.[1]).not.toContain('t="s"');
  expect(Number(/<v>(.*)<\/v>/.exec(cellOf("E2")?.[2] ?? "")?.[1])).not.toBeNaN();
});
