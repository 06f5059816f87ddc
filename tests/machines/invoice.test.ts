import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise, toPromise } from "xstate";
import { createApi } from "#api/client.ts";
import { invoiceWatchActors } from "#machines/payments/invoiceWatch.actors.ts";
import { invoiceWatchMachine, type WatchAnswer, type Watched } from "#machines/payments/invoiceWatch.machine.ts";
import { givenOrderScreen } from "../support/machines/paymentFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

const givenInvoice = async () => {
  const world = givenOrderScreen();
  await pass();
  world.screen().send({ type: "invoice.open" });
  await pass();
  return world;
};

test("only external methods are offered, and the balance is filled in", async () => {
  const { invoice } = await givenInvoice();
  expect(invoice()?.getSnapshot().context).toMatchObject({
    methods: [{ name: "Онлайн" }],
    row: { methodId: 3, text: "1000" },
  });
});

test("an issued invoice is shown with its link and followed until it is paid", async () => {
  const world = await givenInvoice();
  world.invoice()?.send({ type: "invoice.submit" });
  world.invoice()?.send({ type: "invoice.submit" });
  await pass();
  expect(world.server.payments()).toHaveLength(1);
  expect(world.screen().getSnapshot()).toMatchObject({
    value: { dialog: "informing" },
    context: { invoiceId: 1, standing: { payments: [{ externalUrl: "/pay", isComplited: false }] } },
  });
  world.server.settle(1, { isComplited: true });
  await pass(11_000);
  expect(world.screen().getSnapshot().context.standing?.payments[0]?.isComplited).toBe(true);
});

test("an invoice whose answer was lost is found by its key, not issued twice", async () => {
  const world = await givenInvoice();
  world.server.take("lostAfter");
  world.invoice()?.send({ type: "invoice.submit" });
  await pass();
  expect(world.server.payments()).toHaveLength(1);
  expect(world.screen().getSnapshot()).toMatchObject({ value: { dialog: "informing" }, context: { invoiceId: 1 } });
});

test("an invoice above the balance is not sent", async () => {
  const world = await givenInvoice();
  world.invoice()?.send({ type: "amount.type", text: "1000,01" });
  world.invoice()?.send({ type: "invoice.submit" });
  await pass();
  expect(world.server.sent).toEqual([]);
});

const givenWatch = (answer: () => Promise<WatchAnswer>, isHidden = false) => {
  let asked = 0;
  const ask = fromPromise<WatchAnswer, Watched>(() => {
    asked += 1;
    return answer();
  });
  const watch = createActor(invoiceWatchMachine.provide({ actors: { ask } }), {
    input: { companyId: 1, orderId: 17, paymentIds: [1], isHidden },
  }).start();
  return { watch, asked: () => asked };
};

test("a pending invoice is asked about every 5 s", async () => {
  const { asked } = givenWatch(() => Promise.resolve("pending"));
  await pass(15_500);
  expect(asked()).toBe(3);
});

test("while the page is hidden the questions are rarer, and one is asked as soon as it is shown", async () => {
  const { watch, asked } = givenWatch(() => Promise.resolve("pending"), true);
  await pass(29_000);
  expect(asked()).toBe(0);
  watch.send({ type: "page.show" });
  await pass(100);
  expect(asked()).toBe(1);
});

test("a question that failed is asked again", async () => {
  const { watch, asked } = givenWatch(() => Promise.reject(new Error("away")));
  await pass(10_500);
  expect(asked()).toBe(2);
  expect(watch.getSnapshot().status).toBe("active");
});

test("an invoice that cannot be asked about holds up no other", async () => {
  const answers: Record<string, () => Response> = {
    1: () => Response.json({ message: "ЮKassa не отвечает." }, { status: 502 }),
    2: () => Response.json({ status: "succeeded" }),
  };
  const fetch = async ({ url }: Request) => answers[url.split("/").at(-1) ?? ""]?.() ?? Response.error();
  const { ask } = invoiceWatchActors(createApi({ baseUrl: "http://server", fetch }));
  const asked = (paymentIds: number[]) =>
    toPromise(createActor(ask, { input: { companyId: 1, orderId: 17, paymentIds } }).start());
  expect(await asked([1, 2])).toBe("settled");
  await expect(asked([1])).rejects.toMatchObject({ status: 502 });
});

test("a paid or cancelled invoice is followed no more", async () => {
  const { watch, asked } = givenWatch(() => Promise.resolve("settled"));
  await pass(60_000);
  expect(asked()).toBe(1);
  expect(watch.getSnapshot().status).toBe("done");
});

test("an operator who may not ask is not refused every 5 s", async () => {
  const { asked } = givenWatch(() => Promise.resolve("barred"));
  await pass(60_000);
  expect(asked()).toBe(1);
});
