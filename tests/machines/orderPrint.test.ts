import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { orderPrintActors } from "#machines/printing/orderPrint.actors.ts";
import { orderPrintMachine } from "#machines/printing/orderPrint.machine.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms = 100) => vi.advanceTimersByTimeAsync(ms);

const queued = (isPrinterOnDuty: boolean, ...ids: number[]) =>
  Response.json({ id: 44, isPrinterOnDuty, parts: ids.map((id) => ({ id, isPrinterOnDuty })) });
const unchanged = () => Response.json({ status: 409, message: "Уже на кухне.", reason: "unchanged" }, { status: 409 });

/**
 * Starts the machine that prints an order; the returned `print` requests a print. The server gives the answers in turn
 * and repeats the last answer.
 */
const givenPrinting = (...answers: (() => Response)[]) => {
  const { environment, report } = givenEnvironment();
  const requests: { path: string; key: string | null }[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url, headers }) => {
      const { pathname, search } = new URL(url);
      requests.push({ path: pathname + search, key: headers.get("Idempotency-Key") });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (!answer) throw new NoAnswer();
      return answer();
    },
  });
  let keys = 0;
  const newKey = () => `key-of-a-test-${++keys}`;
  const printing = createActor(orderPrintMachine.provide({ actors: orderPrintActors({ api, newKey, environment }) }), {
    input: { companyId: 1, orderId: 17 },
  });
  const emitted: unknown[] = [];
  printing.on("*", (event) => emitted.push(event));
  printing.start();
  const print = (kind: "preBill" | "kitchen" | "usedStockItems") => printing.send({ type: "print.request", kind });
  return { printing, print, requests, emitted, report };
};

const noAnswer = () => {
  throw new NoAnswer();
};

describe("printing of an order", () => {
  test("printing of an order — opens the printable page if no browser is on print duty", async () => {
    const { print, emitted } = givenPrinting(() => queued(false, 44, 45));
    print("kitchen");
    await advanceClock();
    expect(emitted).toEqual([{ type: "print.open", page: { jobIds: [44, 45] } }, { type: "print.sent" }]);
  });

  test("printing of an order — opens the printable page by order id if the answer has no `parts`", async () => {
    const { print, emitted } = givenPrinting(() => Response.json({ id: 44, isPrinterOnDuty: false }));
    print("preBill");
    await advanceClock();
    expect(emitted).toEqual([
      { type: "print.open", page: { orderId: 17, document: "preBill" } },
      { type: "print.sent" },
    ]);
  });

  test("printing of an order — queues one job despite a double click", async () => {
    const { print, emitted, requests } = givenPrinting(() => queued(true, 44));
    print("preBill");
    print("preBill");
    await advanceClock();
    expect(emitted).toEqual([{ type: "print.queued" }, { type: "print.sent" }]);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["preBill", "/PreBill/Company/1/17"],
    ["kitchen", "/PreBill/Company/1/17/Kitchen"],
    ["usedStockItems", "/PreBill/Company/1/17/UsedStockItems"],
  ] as const)("printing of an order — requests a document of kind %s by its own API operation", async (kind, path) => {
    const { print, requests } = givenPrinting(() => queued(true, 44));
    print(kind);
    await advanceClock();
    expect(requests).toEqual([{ path, key: "key-of-a-test-1" }]);
  });

  test("printing of an order — offers to print the whole order if the kitchen already has this version", async () => {
    const { printing, print, requests } = givenPrinting(unchanged, unchanged);
    print("kitchen");
    await advanceClock();
    expect(printing.getSnapshot().value).toBe("offering");
    printing.send({ type: "print.whole" });
    await advanceClock();
    expect(requests.map(({ path }) => path)).toEqual([
      "/PreBill/Company/1/17/Kitchen",
      "/PreBill/Company/1/17/Kitchen?isWhole=true",
    ]);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
    printing.send({ type: "print.cancel" });
    expect(printing.getSnapshot().value).toBe("idle");
  });

  test("an unanswered print request is retried under its idempotency key until it is answered", async () => {
    const { printing, print, requests, emitted, report } = givenPrinting(noAnswer, noAnswer, noAnswer, () =>
      queued(true, 44),
    );
    print("preBill");
    await advanceClock();
    expect(printing.getSnapshot().value).toBe("printing");
    expect(emitted).toEqual([]);
    await advanceClock(3000);
    report({ type: "network.online" });
    await advanceClock();
    expect(requests.map(({ key }) => key)).toEqual(Array(4).fill("key-of-a-test-1"));
    expect(emitted).toEqual([{ type: "print.queued" }, { type: "print.sent" }]);
  });

  test("cancelling an unanswered print request stops its retries", async () => {
    const { printing, print, requests, emitted } = givenPrinting(noAnswer);
    print("preBill");
    await advanceClock();
    printing.send({ type: "print.cancel" });
    expect(emitted).toEqual([{ type: "print.sent" }]);
    const sent = requests.length;
    await advanceClock(60_000);
    expect(requests).toHaveLength(sent);
  });

  test("a second print request of the same document gets a new idempotency key", async () => {
    const { print, requests } = givenPrinting(() => queued(true, 44));
    print("preBill");
    await advanceClock();
    print("preBill");
    await advanceClock();
    expect(requests.map(({ key }) => key)).toEqual(["key-of-a-test-1", "key-of-a-test-2"]);
  });

  test("a refused print request shows the server's message until the user dismisses the message", async () => {
    const { printing, print, emitted } = givenPrinting(() =>
      Response.json({ status: 403, message: "Нет права печатать." }, { status: 403 }),
    );
    print("preBill");
    await advanceClock();
    expect(emitted).toEqual([]);
    expect(printing.getSnapshot().context.failure?.message).toBe("Нет права печатать.");
    printing.send({ type: "failure.dismiss" });
    expect(printing.getSnapshot().context.failure).toBeUndefined();
  });
});

test("printing of an order — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(orderPrintMachine);
  walk({
    input: { companyId: 1, orderId: 17 },
    events: [
      { type: "print.request", kind: "kitchen" },
      { type: "print.whole" },
      { type: "print.cancel" },
      { type: "failure.dismiss" },
      { type: "mutation.recorded", result: { manualIds: [], hasPapers: true } },
      { type: "mutation.recorded", result: { manualIds: [44], hasPapers: true } },
      { type: "mutation.stale", current: "unchanged" },
      { type: "mutation.refused", failure: aFailure("refused") },
      failed("print"),
    ],
  });
});

test("printing of an order — allows a request for another document while a printout of the whole order is offered", async () => {
  const { printing, print, requests } = givenPrinting(unchanged, () => queued(true, 44));
  print("kitchen");
  await advanceClock();
  print("preBill");
  await advanceClock();
  expect(printing.getSnapshot()).toMatchObject({ value: "idle", context: { kind: "preBill", isWhole: false } });
  expect(requests.at(-1)?.path).toBe("/PreBill/Company/1/17");
});
