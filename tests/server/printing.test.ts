import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { notifyFailedPrints } from "#server/services/orders/orderWatch.ts";
import { bestOf } from "../support/server/bestOf.ts";
import { manyRows } from "../support/server/manyRows.ts";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

/**
 * Printers of demo company 1. The bar printer prints drinks on 58 mm paper, and its spare printer is the kitchen
 * printer.
 */
const TILL = 1;
const KITCHEN = 2;
const BAR = 3;
/** Printer of demo company 2. */
const FOREIGN = 11;
const path = { companyId: 1 };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await sql`delete from print_job`.execute(world.db);
  await sql`delete from print_duty`.execute(world.db);
});

type Kinds = Schemas["PrinterSave"]["kinds"];

const kindsOf = (printerId: number): Kinds => (printerId === TILL ? ["preBill", "usedStockItems"] : ["kitchen"]);

const onDuty = async (printerId: number, as = "kitchen", more: { dutyId?: string; isTakeover?: boolean } = {}) => {
  const dutyId = more.dutyId ?? randomUUID();
  const body = { dutyId, printerId, kinds: kindsOf(printerId), isTakeover: more.isTakeover ?? false };
  const { status, problem } = await world.ask("startPrintDuty", { as, path, body });
  return { dutyId, status, problem, ...dutyOf(dutyId, as) };
};

const dutyOf = (dutyId: string, as: string) => {
  const place = { as, path: { ...path, dutyId } };
  return {
    beat: async () => (await world.ask("beatPrintDuty", place)).json,
    take: async () => (await world.ask("takePrintJob", place)).json,
    begin: async (jobId: number, { attempt = 1, key = randomUUID() as string } = {}) =>
      (await world.ask("beginPrintJob", { ...place, body: { jobId, attempt, key } })).json,
    report: async (
      jobId: number,
      result: "printed" | "failed" = "printed",
      { attempt = 1, reason = "Нет бумаги" } = {},
    ) =>
      (
        await world.ask("reportPrintJob", {
          ...place,
          body: { jobId, attempt, result, ...(result === "failed" && { reason }) },
        })
      ).json,
    end: () => world.ask("endPrintDuty", place),
    /** Makes the print duty expire, as after a minute without a heartbeat. */
    expireLease: () =>
      sql`update print_duty set lease_until = now() - interval '1 second' where id = ${dutyId}::uuid`.execute(world.db),
    printNext: async () => {
      const { job } = (await world.ask("takePrintJob", place)).json;
      if (!job) throw new Error("nothing to print");
      const { paper } = (
        await world.ask("beginPrintJob", { ...place, body: { jobId: job.id, attempt: job.attempt, key: randomUUID() } })
      ).json;
      await world.ask("reportPrintJob", { ...place, body: { jobId: job.id, attempt: job.attempt, result: "printed" } });
      return paper;
    },
  };
};

const preBill = async (order: { id: number }, as = "cashier") =>
  (await world.ask("printPreBill", { as, path: pathOf(order) })).json;
const toKitchen = (order: { id: number }, isWhole = false) =>
  world.ask("printKitchenTicket", { as: "operator", path: pathOf(order), query: { isWhole: String(isWhole) } });
const jobs = async (query: Record<string, string | readonly string[]> = {}) =>
  (await world.ask("listPrintJobs", { as: "owner", path, query })).json.rows;
const jobNow = async (id: number) => (await jobs()).find((job) => job.id === id);
const handle = (id: number, body: Schemas["PrintJobCommand"], as = "owner") =>
  world.ask("handlePrintJob", { as, path: { ...path, jobId: id }, body });
const kitchenOf = async (order: { id: number }) =>
  (await world.ask("getOrderPrinting", { as: "operator", path: pathOf(order) })).json.kitchen;
const edit = async (
  order: { id: number },
  items: Schemas["OrderSaveItem"][],
  more: Partial<Schemas["OrderSave"]> = {},
) => {
  const { status, text, json } = await world.ask("editOrder", {
    as: "owner",
    path: pathOf(order),
    body: { items, phone: "+79160000001", ...more },
    key: randomUUID(),
  });
  if (status !== 200) throw new Error(text);
  return json;
};

describe("print request", () => {
  test("print request — creates a manual job if no browser is on duty for the printer", async () => {
    const job = await preBill(await givenOrder(world));
    expect(job).toMatchObject({ status: "manual", isPrinterOnDuty: false, printerId: TILL, printerName: "Касса" });
    expect((await world.ask("getPrintPaper", { as: "cashier", path: { ...path, jobId: job.id } })).json).toMatchObject({
      paper: "80",
      info: { header: "Добро пожаловать!" },
      ticket: null,
    });
    const duty = await onDuty(TILL);
    expect((await duty.take()).job).toBeNull();
    expect((await handle(job.id, { command: "confirm" })).json.status).toBe("printed");
  });

  test("print request — creates a waiting job if a browser is on duty, and the job is overdue after 30 s", async () => {
    const duty = await onDuty(TILL);
    const job = await preBill(await givenOrder(world));
    expect(job).toMatchObject({ status: "waiting", isPrinterOnDuty: true, isOverdue: false });
    await sql`update print_job set queued_at = now() - interval '31 seconds'`.execute(world.db);
    expect(await jobNow(job.id)).toMatchObject({ status: "waiting", isOverdue: true });
    const paper = await duty.printNext();
    expect(paper).toMatchObject({ paper: "80", job: { id: job.id, status: "printing" } });
    expect(paper?.payments).toEqual([]);
    expect(await jobNow(job.id)).toMatchObject({ status: "printed", printedBy: expect.any(String) });
  });

  test("print request — creates one job for a repeated idempotency key, and is refused for an order of another company", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    const ask = () => world.ask("printPreBill", { as: "cashier", path: pathOf(order), key });
    expect((await ask()).json.id).toBe((await ask()).json.id);
    expect((await world.ask("printPreBill", { as: "cashier", path: pathOf({ id: 999_999 }) })).status).toBe(404);
    expect((await world.ask("printPreBill", { as: "owner2", path: pathOf(order) })).status).toBe(404);
    expect((await world.ask("printPreBill", { as: "courier", path: pathOf(order) })).status).toBe(403);
  });

  test("print job — fails after more than four hours in the queue", async () => {
    await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await sql`update print_job set queued_at = now() - interval '5 hours'`.execute(world.db);
    expect(await jobNow(id)).toMatchObject({ status: "failed", reason: expect.stringContaining("4 часа") });
  });

  test("manual print job — is cancelled if the user does not confirm the job within a day", async () => {
    const { id } = await preBill(await givenOrder(world));
    await sql`update print_job set queued_at = now() - interval '25 hours'`.execute(world.db);
    expect(await jobNow(id)).toMatchObject({ status: "cancelled", reason: expect.stringContaining("За сутки") });
  });

  test("print of the used stock items — contains the stock items of the order", async () => {
    const order = await givenOrder(world);
    const duty = await onDuty(TILL);
    await world.ask("printUsedStockItems", { as: "cashier", path: pathOf(order) });
    expect((await duty.printNext())?.stockItems.length).toBeGreaterThan(0);
  });
});

describe("kitchen ticket", () => {
  const dishes = async () => [await dishOf(world, "Маргарита"), await dishOf(world, "Компот")] as const;
  const mixed = async () => {
    const [pizza, juice] = await dishes();
    return givenOrder(world, { items: [lineOf(pizza, { count: 2 }), lineOf(juice)], note: "Без лука" });
  };

  test("kitchen ticket — is split between the printers by the categories of the dishes", async () => {
    await onDuty(KITCHEN);
    await onDuty(BAR, "operator");
    const { json } = await toKitchen(await mixed());
    expect(json.parts.map(({ printerName, status }) => [printerName, status])).toEqual([
      ["Кухня", "waiting"],
      ["Бар", "waiting"],
    ]);
  });

  test("kitchen ticket — goes to the spare printer if no browser is on duty for the intended printer", async () => {
    const kitchen = await onDuty(KITCHEN);
    const { json } = await toKitchen(await mixed());
    expect(json.parts.every(({ isPrinterOnDuty }) => isPrinterOnDuty)).toBe(true);
    const papers = [await kitchen.printNext(), await kitchen.printNext()];
    expect(papers.map((paper) => [paper?.job.printerName, paper?.paper])).toEqual([
      ["Кухня", "80"],
      ["Бар", "80"],
    ]);
  });

  test("kitchen ticket — contains the changes since the last printed ticket", async () => {
    const kitchen = await onDuty(KITCHEN);
    const order = await mixed();
    const [pizza, juice] = order.items;
    if (!pizza || !juice) throw new Error("two lines");
    expect(await kitchenOf(order)).toEqual({ state: "never", changes: [] });
    await toKitchen(order);
    expect((await kitchenOf(order)).state).toBe("never");
    await kitchen.printNext();
    await kitchen.printNext();
    expect((await kitchenOf(order)).state).toBe("current");
    expect((await toKitchen(order)).problem).toMatchObject({ status: 409, reason: "unchanged" });
    const more = { id: pizza.id, itemId: pizza.itemId, categoryId: pizza.categoryId, count: 4, note: "порезать" };
    await edit(order, [more], { note: "Без лука" });
    const stale = await kitchenOf(order);
    expect(stale.state).toBe("stale");
    expect(stale.changes.map(({ before, after }) => [before?.count, after?.count])).toEqual([
      [2, 4],
      [1, undefined],
    ]);
    const { json } = await toKitchen(order);
    expect(json.parts).toHaveLength(2);
    const paper = await kitchen.printNext();
    expect(paper?.ticket).toMatchObject({
      isWhole: false,
      changes: [{ lineId: pizza.id, after: { count: 4, note: "порезать" } }],
    });
    expect((await kitchenOf(order)).state).toBe("stale");
    await kitchen.printNext();
    expect((await kitchenOf(order)).state).toBe("current");
  });

  test("kitchen ticket — shows each change between delivery, pickup and dine-in", async () => {
    const kitchen = await onDuty(KITCHEN);
    const order = await givenOrder(world);
    const lines = order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count }));
    const waysOf = ({ changes }: { changes: readonly Schemas["KitchenChange"][] } = { changes: [] }) =>
      changes.map(({ before, after }) => [before?.way, after?.way]);
    await toKitchen(order);
    expect(waysOf((await kitchen.printNext())?.ticket ?? undefined)).toEqual([[undefined, "pickup"]]);
    for (const [body, before, after] of [
      [{ isInHall: true }, "pickup", "hall"],
      [{ deliveryAddress: "ул. Тихая" }, "hall", "delivery"],
      [{}, "delivery", "pickup"],
    ] as const) {
      await edit(order, lines, body);
      expect((await kitchenOf(order)).state).toBe("stale");
      expect((await toKitchen(order)).status).toBe(200);
      const paper = await kitchen.printNext();
      expect([paper?.ticket?.isWhole, waysOf(paper?.ticket ?? undefined)]).toEqual([false, [[before, after]]]);
      expect((await kitchenOf(order)).state).toBe("current");
    }
  });

  test("kitchen ticket — contains all dishes of a printer that has not printed the order before, even if the dishes were added later", async () => {
    const kitchen = await onDuty(KITCHEN);
    const [pizza, juice] = await dishes();
    const order = await givenOrder(world, { items: [lineOf(pizza, { count: 2 })] });
    await toKitchen(order);
    expect((await kitchen.printNext())?.ticket?.isWhole).toBe(true);
    const kept = order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count }));
    await edit(order, [...kept, lineOf(pizza, { count: 1 }), lineOf(juice)]);
    await toKitchen(order);
    const papers = [await kitchen.printNext(), await kitchen.printNext()];
    expect(papers.map((paper) => [paper?.job.printerName, paper?.ticket?.isWhole])).toEqual([
      ["Кухня", false],
      ["Бар", true],
    ]);
  });

  test("kitchen ticket — contains the whole order on request, and lists the dishes of a cancelled order as removed", async () => {
    const kitchen = await onDuty(KITCHEN);
    const order = await givenOrder(world);
    await toKitchen(order);
    await kitchen.printNext();
    expect((await toKitchen(order, true)).json.parts).toHaveLength(1);
    expect((await kitchen.printNext())?.ticket).toMatchObject({
      isWhole: true,
      changes: [{ before: { count: 2 }, after: { count: 2 } }],
    });
    await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(order),
      body: { orderStatusId: statusIds.canceled, orderStatusReason: "передумал" },
    });
    expect((await kitchenOf(order)).state).toBe("stale");
    await toKitchen(order);
    expect((await kitchen.printNext())?.ticket?.changes[0]?.after).toBeNull();
    expect((await kitchenOf(order)).state).toBe("current");
  });

  test("kitchen ticket — replaces an earlier ticket that has not started to print, and is refused while an earlier ticket is printing or unconfirmed", async () => {
    const kitchen = await onDuty(KITCHEN);
    const order = await givenOrder(world);
    const first = (await toKitchen(order)).json;
    expect((await kitchen.take()).job?.id).toBe(first.id);
    const second = (await toKitchen(order)).json;
    expect((await jobNow(first.id))?.status).toBe("cancelled");
    expect((await kitchen.begin(first.id)).outcome).toBe("dropped");
    expect((await kitchen.take()).job?.id).toBe(second.id);
    expect((await kitchen.begin(second.id)).outcome).toBe("begun");
    expect((await toKitchen(order)).problem).toMatchObject({ reason: "printing" });
    await kitchen.expireLease();
    expect((await toKitchen(order)).problem).toMatchObject({ reason: "unconfirmed" });
    expect((await handle(first.id, { command: "retry" })).problem.message).toContain("заново");
    expect((await toKitchen(order, true)).status).toBe(200);
  });
});

describe("print duty", () => {
  test("concurrent print duties get different jobs", async () => {
    const [kitchen, bar] = [await onDuty(KITCHEN), await onDuty(BAR, "operator")];
    const order = await givenOrder(world);
    const { id } = (await toKitchen(order)).json;
    const states = await Promise.all([kitchen.take(), bar.take(), kitchen.take()]);
    expect(states.map(({ job }) => job?.id)).toEqual([id, undefined, id]);
    await kitchen.printNext();
    const pizza = await dishOf(world, "Маргарита");
    const juice = await dishOf(world, "Компот");
    for (let i = 0; i < 4; i++) await toKitchen(await givenOrder(world, { items: [lineOf(pizza), lineOf(juice)] }));
    const rounds = await Promise.all(
      [kitchen, bar].map(async (duty) => [(await duty.printNext())?.job, (await duty.printNext())?.job]),
    );
    const taken = rounds.flat();
    expect(new Set(taken.map((job) => job?.id)).size).toBe(4);
    expect(taken.map((job) => job?.printerName).sort()).toEqual(["Бар", "Бар", "Кухня", "Кухня"]);
  });

  test("after two simultaneous takeovers of a print duty, only one browser is on duty, and this browser gets the unfinished job", async () => {
    const first = await onDuty(TILL, "cashier");
    const { id } = await preBill(await givenOrder(world));
    expect((await first.take()).job?.id).toBe(id);
    const refused = await onDuty(TILL, "operator");
    expect([refused.status, refused.problem.message]).toEqual([409, expect.stringContaining("уже дежурит")]);
    const both = await Promise.all([
      onDuty(TILL, "operator", { isTakeover: true }),
      onDuty(TILL, "manager", { isTakeover: true }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const alive = await Promise.all(both.map(async (duty) => (await duty.beat()).isOnDuty));
    expect(alive.filter(Boolean)).toHaveLength(1);
    expect(await first.beat()).toMatchObject({ isOnDuty: false, relievedBy: expect.any(String), job: null });
    expect((await first.begin(id)).outcome).toBe("dropped");
    const [heir] = both.filter((_, index) => alive[index]);
    expect((await heir?.take())?.job).toMatchObject({ id, attempt: 2 });
  });

  test("a print job is started once, even if the response to the start is lost", async () => {
    const duty = await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await preBill(await givenOrder(world));
    expect((await duty.take()).job?.id).toBe(id);
    expect(await duty.take()).toMatchObject({ job: { id, status: "taken" }, waiting: 1 });
    const key = randomUUID();
    expect((await duty.begin(id, { key })).outcome).toBe("begun");
    expect(await duty.begin(id, { key })).toMatchObject({ outcome: "begun", paper: { job: { id } } });
    expect((await duty.begin(id)).outcome).toBe("begunBefore");
    expect((await duty.take()).job).toMatchObject({ id, status: "printing" });
  });

  test("a repeated report about a printed job has no effect", async () => {
    const duty = await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await duty.take();
    await duty.begin(id);
    const [one, two] = await Promise.all([duty.report(id), duty.report(id)]);
    expect([one.status, two.status]).toEqual(["printed", "printed"]);
    expect((await duty.report(id, "failed")).status).toBe("printed");
    expect((await duty.take()).job).toBeNull();
  });

  test("an expired print duty returns its taken job to the queue, and leaves its started job unconfirmed", async () => {
    const duty = await onDuty(TILL);
    const [one, two] = [await preBill(await givenOrder(world)), await preBill(await givenOrder(world))];
    await duty.take();
    await duty.expireLease();
    expect(await jobNow(one.id)).toMatchObject({ status: "waiting", attempt: 2, isPrinterOnDuty: false });
    const next = await onDuty(TILL, "cashier");
    await next.take();
    await next.begin(one.id, { attempt: 2 });
    await next.expireLease();
    const third = await onDuty(TILL, "manager");
    expect((await third.take()).job?.id).toBe(two.id);
    expect(await jobNow(one.id)).toMatchObject({
      status: "unconfirmed",
      reason: expect.stringContaining("не ответил"),
    });
    await notifyFailedPrints(world.db);
    const titles = (await world.ask("listNotifications", { as: "cashier", query: {} })).json.map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith("Напечаталось?"))).toHaveLength(1);
    expect((await handle(one.id, { command: "retry" })).problem).toMatchObject({ status: 409, mayAgain: true });
    expect((await next.report(one.id, "printed", { attempt: 2 })).status).toBe("printed");
  });

  test("a late report about a print job does not replace the decision of a user", async () => {
    const duty = await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await duty.take();
    await duty.begin(id);
    await duty.expireLease();
    await jobs();
    expect((await handle(id, { command: "retry", isAgain: true })).json).toMatchObject({
      status: "waiting",
      attempt: 2,
    });
    expect((await duty.report(id)).status).toBe("waiting");
  });

  test("a started print job can be started again only with the idempotency key of its first start", async () => {
    const duty = await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await duty.take();
    const key = randomUUID();
    await duty.begin(id, { key });
    await duty.expireLease();
    await jobs();
    expect((await duty.begin(id)).outcome).toBe("begunBefore");
    expect((await duty.begin(id, { key })).outcome).toBe("begun");
    expect((await duty.report(id)).status).toBe("printed");
  });

  test("the end of a print duty returns its job to the queue, and a print duty with invalid fields is refused", async () => {
    const duty = await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await duty.take();
    const foreign = dutyOf(duty.dutyId, "owner");
    expect((await foreign.end()).status).toBe(404);
    expect((await duty.end()).status).toBe(204);
    expect((await duty.end()).status).toBe(204);
    expect(await jobNow(id)).toMatchObject({ status: "waiting", isPrinterOnDuty: false });
    expect((await onDuty(TILL, "owner", { dutyId: duty.dutyId })).status).toBe(400);
    const body = { dutyId: randomUUID(), printerId: TILL, kinds: ["kitchen" as const] };
    expect((await world.ask("startPrintDuty", { as: "owner", path, body })).problem.errors).toHaveProperty("kinds");
    expect((await world.ask("startPrintDuty", { as: "owner", path, body: { ...body, printerId: 11 } })).status).toBe(
      404,
    );
  });
});

describe("print queue", () => {
  test("a failed print job notifies its sender with the reason", async () => {
    const order = await givenOrder(world);
    const duty = await onDuty(TILL);
    const { id } = await preBill(order);
    await duty.take();
    await duty.begin(id);
    expect(await duty.report(id, "failed")).toMatchObject({ status: "failed", reason: "Нет бумаги" });
    const { json } = await world.ask("listNotifications", { as: "cashier", query: { isUnreadOnly: "true" } });
    const notifications = json.filter(
      ({ data, title }) => data?.orderId === order.id && title.startsWith("Не напечатано"),
    );
    expect(notifications.map(({ message }) => message)).toEqual([expect.stringContaining("Нет бумаги")]);
    expect((await handle(id, { command: "retry" })).json).toMatchObject({
      status: "waiting",
      attempt: 2,
      reason: null,
    });
    expect((await duty.take()).job?.id).toBe(id);
  });

  test("a finished print job is printed again only after a confirmation, and as a copy", async () => {
    const duty = await onDuty(TILL);
    const { id } = await preBill(await givenOrder(world));
    await duty.printNext();
    expect((await handle(id, { command: "retry" })).problem).toMatchObject({
      mayAgain: true,
      job: { status: "printed" },
    });
    const { json: copy } = await handle(id, { command: "retry", isAgain: true });
    expect(copy).toMatchObject({ status: "waiting", isCopy: true });
    expect(copy.id).not.toBe(id);
    expect((await handle(id, { command: "cancel" })).status).toBe(409);
    expect((await handle(id, { command: "deny", reason: "Нет бумаги" })).json).toMatchObject({ status: "failed" });
  });

  test("of a concurrent cancellation and start of a print job, only one succeeds", async () => {
    const duty = await onDuty(TILL);
    for (let round = 0; round < 5; round++) {
      const { id } = await preBill(await givenOrder(world));
      await duty.take();
      const [cancelled, begun] = await Promise.all([handle(id, { command: "cancel" }), duty.begin(id)]);
      const status = (await jobNow(id))?.status;
      if (cancelled.status === 200) expect([begun.outcome, status]).toEqual(["dropped", "cancelled"]);
      else {
        expect([begun.outcome, status]).toEqual(["begun", "printing"]);
        await duty.report(id);
      }
    }
  });

  test("a print job that was not started can be moved to a different printer of the same kind", async () => {
    const kitchen = await onDuty(KITCHEN);
    const bar = await onDuty(BAR, "operator");
    const { id } = (await toKitchen(await givenOrder(world))).json;
    await kitchen.take();
    expect((await handle(id, { command: "route", printerId: TILL })).problem.errors).toHaveProperty("printerId");
    expect((await handle(id, { command: "route" })).problem.errors).toHaveProperty("printerId");
    expect((await handle(id, { command: "route", printerId: BAR })).json).toMatchObject({
      status: "waiting",
      printerName: "Бар",
    });
    expect((await kitchen.begin(id)).outcome).toBe("dropped");
    expect((await bar.take()).job?.id).toBe(id);
    await bar.begin(id, { attempt: 2 });
    expect((await handle(id, { command: "route", printerId: KITCHEN })).status).toBe(409);
    expect((await handle(id, { command: "retry" })).status).toBe(409);
  });

  test.each(["retry", "route", "cancel", "confirm", "deny"] as const)(
    "the command '%s' with a printer of another company is refused",
    async (command) => {
      const { id } = await preBill(await givenOrder(world));
      const { status, problem } = await handle(id, { command, printerId: FOREIGN });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ["printerId"]]);
      expect(await jobNow(id)).toMatchObject({ status: "manual", printerId: TILL });
    },
  );

  test("the print queue is paged and can be filtered by status, and an administrator handles the jobs of all companies", async () => {
    for (let i = 0; i < 5; i++) await preBill(await givenOrder(world));
    const first = (await world.ask("listPrintJobs", { as: "owner", path, query: { limit: "3" } })).json;
    const second = (
      await world.ask("listPrintJobs", { as: "owner", path, query: { limit: "3", cursor: first.next ?? "" } })
    ).json;
    expect([first.rows.length, second.rows.length, second.next]).toEqual([3, 2, null]);
    const { id } = first.rows[0] ?? { id: 0 };
    await handle(id, { command: "cancel" });
    expect((await jobs({ status: ["cancelled", "failed"] })).map((job) => job.id)).toEqual([id]);
    expect((await world.ask("listPrintJobs", { as: "owner", path, query: { cursor: "x'" } })).status).toBe(400);
    expect((await handle(id, { command: "retry" }, "owner2")).status).toBe(404);
    expect(
      (
        await world.ask("handlePrintJob", {
          as: "owner2",
          path: { companyId: 3, jobId: id },
          body: { command: "retry" },
        })
      ).status,
    ).toBe(404);
    const all = (await world.ask("listAllPrintJobs", { as: "admin", query: { status: ["cancelled"] } })).json.rows;
    expect(all.map((job) => [job.id, job.companyName])).toEqual([[id, "Пекарня «Колос»"]]);
    expect((await world.ask("listPrintersForJob", { as: "admin", path: { jobId: id } })).json).toEqual([
      { id: TILL, name: "Касса" },
    ]);
    expect(
      (await world.ask("handleAnyPrintJob", { as: "admin", path: { jobId: id }, body: { command: "retry" } })).json
        .status,
    ).toBe("waiting");
    expect((await world.ask("listAllPrintJobs", { as: "owner" })).status).toBe(403);
  });
});

describe("printers and print texts of a company", () => {
  const save = (more: Partial<Schemas["PrinterSave"]> = {}): Schemas["PrinterSave"] => ({
    name: "Летник",
    kinds: ["kitchen"],
    paper: "58",
    ...more,
  });
  const create = (body: Schemas["PrinterSave"], as = "owner") => world.ask("createPrinter", { as, path, body });
  const update = (id: number, body: Schemas["PrinterSave"], seen?: number) =>
    world.ask("updatePrinter", { as: "owner", path: { ...path, id }, body, ...(seen !== undefined && { seen }) });

  test("the jobs of a removed printer go to its spare printer", async () => {
    const { json } = await create(save({ spareId: KITCHEN, categoryIds: [] }));
    expect(json).toMatchObject({ name: "Летник", paper: "58", spareId: KITCHEN, duty: null, waiting: 0, version: 1 });
    const changed = await update(json.id, save({ name: "Веранда", spareId: KITCHEN }), 1);
    expect(changed.json).toMatchObject({ name: "Веранда", version: 2 });
    expect((await update(json.id, save(), 1)).status).toBe(412);
    const duty = await onDuty(json.id, "kitchen");
    const sent = (await toKitchen(await givenOrder(world))).json;
    await handle(sent.id, { command: "route", printerId: json.id });
    expect((await world.ask("getPrinter", { as: "owner", path: { ...path, id: json.id } })).json).toMatchObject({
      duty: { userAlias: expect.any(String) },
      waiting: 1,
    });
    expect((await world.ask("deletePrinter", { as: "owner", path: { ...path, id: json.id } })).status).toBe(204);
    expect(await duty.beat()).toMatchObject({ isOnDuty: false });
    expect(await jobNow(sent.id)).toMatchObject({ status: "waiting", printerName: "Кухня" });
    expect((await world.ask("getPrinter", { as: "owner", path: { ...path, id: json.id } })).status).toBe(404);
  });

  test("a printer is refused with the name of an existing printer, an unknown category or an unsuitable spare printer", async () => {
    const errors = async (answer: ReturnType<typeof create> | ReturnType<typeof update>) =>
      Object.keys((await answer).problem.errors ?? {});
    expect(await errors(create(save({ name: "касса" })))).toEqual(["name"]);
    expect(await errors(create(save({ name: "  " })))).toEqual(["name"]);
    expect(await errors(create(save({ spareId: TILL })))).toEqual(["spareId"]);
    expect(await errors(create(save({ spareId: FOREIGN })))).toEqual(["spareId"]);
    expect(await errors(create(save({ categoryIds: [999_999] })))).toEqual(["categoryIds"]);
    expect(await errors(create(save({ kinds: ["preBill"], categoryIds: [999_999] })))).toEqual(["categoryIds"]);
    const kitchen = save({ name: "Кухня", paper: "80" });
    expect(await errors(update(KITCHEN, { ...kitchen, spareId: KITCHEN }))).toEqual(["spareId"]);
    expect(await errors(update(KITCHEN, { ...kitchen, spareId: BAR }))).toEqual(["spareId"]);
    expect((await create(save(), "cashier")).status).toBe(403);
    const both = await Promise.all([create(save({ name: "Один" })), create(save({ name: "Один" }))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("a new company has one printer for all three kinds of print jobs", async () => {
    const { json } = await world.ask("createCompany", { as: "owner", body: { name: "Новая" } });
    const { json: printers } = await world.ask("listPrinters", { as: "owner", path: { companyId: json.id } });
    expect(printers.map(({ name, paper, kinds }) => [name, paper, kinds.length])).toEqual([["Принтер", "80", 3]]);
  });

  test("the header, the footer and the feedback link of printed bills are saved with a version check", async () => {
    const put = (body: Schemas["PrintInfoSave"], seen?: number) =>
      world.ask("updatePrintInfo", { as: "owner", path, body, ...(seen !== undefined && { seen }) });
    expect((await put({ header: " Привет ", footer: null }, 1)).json).toEqual({
      header: "Привет",
      footer: null,
      feedbackUrl: null,
      version: 2,
    });
    expect((await put({ header: "Поздно" }, 1)).status).toBe(412);
    expect((await put({ feedbackUrl: "javascript:alert(1)" })).problem.errors).toHaveProperty("feedbackUrl");
    expect((await put({ feedbackUrl: "otzyv.example" })).json).toMatchObject({
      header: "Привет",
      feedbackUrl: "otzyv.example",
    });
    expect((await world.ask("updatePrintInfo", { as: "cashier", path, body: {} })).status).toBe(403);
  });
});

test("many print jobs — the lists and the requests for the next job take less than 250 ms", async () => {
  const order = await givenOrder(world);
  await sql`insert into print_job (company_id, order_id, kind, status, printer_id, created_at, is_failure_told)
    select 1 + n % 3, ${order.id}, 'preBill', (array['printed', 'printed', 'cancelled', 'failed'])[1 + n % 4], ${TILL},
      now() - (n || ' minutes')::interval, true
    from generate_series(1, ${manyRows()}::int) n`.execute(world.db);
  await sql`analyze print_job`.execute(world.db);
  const duty = await onDuty(TILL);
  await preBill(order);
  const works: readonly (() => Promise<unknown>)[] = [
    () => jobs(),
    () => jobs({ status: ["waiting", "failed"] }),
    () => world.ask("listAllPrintJobs", { as: "admin", query: { status: ["failed"] } }),
    () => duty.take(),
  ];
  for (const work of works) expect(await bestOf(250, work)).toBeLessThan(250);
});
