import { describe, expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import {
  isRecorded,
  type MoneyIntent,
  type MoneyMove,
  type PaymentActionKind,
  paymentOfMove,
} from "#machines/payments/moneyIntent.ts";
import { type MoneyJournal, moneyMoveActors } from "#machines/payments/moneyMove.actors.ts";
import { isOrder, readOrderSnapshot } from "#machines/payments/orderSnapshot.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { anOrder, aPayment } from "../support/machines/orderSamples.ts";
import { problemOf } from "../support/machines/problems.ts";

const payment: MoneyMove = {
  kind: "payment",
  parts: [{ paymentMethodId: 1, amount: 100 }],
  statusId: null,
  reason: "",
};
const invoice: MoneyMove = { kind: "invoice", methodId: 3, amount: 100 };
const action = (kind: PaymentActionKind): MoneyMove => ({ kind, paymentId: 4 });

const intentOf = (move: MoneyMove): MoneyIntent => ({
  key: "own-key",
  request: { companyId: 1, orderId: 17, version: 7, move },
});

const other = aPayment({ id: 9, requestKey: "other-key", isRejected: true });

describe("determining whether the server has recorded an operation", () => {
  test("a payment counts as recorded if the order has a payment with the same idempotency key", () => {
    expect(isRecorded(intentOf(payment), [other, aPayment({ requestKey: "own-key", isRejected: true })])).toBe(true);
    expect(isRecorded(intentOf(payment), [other])).toBe(false);
    expect(isRecorded(intentOf(payment), [])).toBe(false);
  });

  test("an invoice counts as recorded if the order has an unrejected payment with the same idempotency key", () => {
    const accepted = aPayment({ id: 5, requestKey: "own-key" });
    expect(isRecorded(intentOf(invoice), [other, accepted])).toBe(true);
    expect(isRecorded(intentOf(invoice), [other, { ...accepted, isRejected: true }])).toBe(false);
    expect(isRecorded(intentOf(invoice), [aPayment({ requestKey: "other-key" })])).toBe(false);
  });

  test("a refund without an amount counts as recorded if the refunded payment is rejected", () => {
    const own = aPayment({ id: 4, isComplited: true });
    expect(isRecorded(intentOf(action("refund")), [other, own])).toBe(false);
    expect(isRecorded(intentOf(action("refund")), [other, { ...own, isRejected: true }])).toBe(true);
    expect(isRecorded(intentOf(action("refund")), [other])).toBe(false);
  });

  test("a confirmation counts as recorded if the confirmed payment is completed", () => {
    const own = aPayment({ id: 4, isComplited: false, isRejected: true });
    const completed = aPayment({ id: 9, isComplited: true });
    expect(isRecorded(intentOf(action("confirm")), [completed, own])).toBe(false);
    expect(isRecorded(intentOf(action("confirm")), [completed, { ...own, isComplited: true }])).toBe(true);
  });

  test("an invoice check counts as recorded if the order contains the payment", () => {
    const own = aPayment({ id: 4, isComplited: false });
    expect(isRecorded(intentOf(action("check")), [other, own])).toBe(true);
    expect(isRecorded(intentOf(action("check")), [other])).toBe(false);
  });

  test("the payment to refund is found by its id, and the payment of a new operation is found by the idempotency key", () => {
    const own = aPayment({ id: 4 });
    const keyed = aPayment({ id: 5, requestKey: "own-key" });
    expect(paymentOfMove(intentOf(action("refund")), [other, keyed, own])).toBe(own);
    expect(paymentOfMove(intentOf(invoice), [other, own, keyed])).toBe(keyed);
    expect(paymentOfMove(intentOf(payment), [other, own])).toBeUndefined();
  });
});

const journal: MoneyJournal = { keep: async () => {}, drop: async () => {}, find: async () => [] };

interface SentRequest {
  readonly call: string;
  readonly body: unknown;
  readonly version: string | null;
  readonly key: string | null;
}

/** Runs one actor for an operation such as a payment. `answer` returns the answer of the fake server by path. */
const run = async (
  name: "send" | "verify",
  move: MoneyMove,
  answer: (path: string) => Response | Promise<Response>,
): Promise<{ outcome: unknown; requests: SentRequest[] }> => {
  const requests: SentRequest[] = [];
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    const text = await request.clone().text();
    requests.push({
      call: `${request.method} ${pathname}`,
      body: text === "" ? undefined : JSON.parse(text),
      version: request.headers.get("If-Match"),
      key: request.headers.get("Idempotency-Key"),
    });
    return answer(pathname);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const actors = moneyMoveActors({ api, journal, newKey: () => "own-key", environment: steadyEnvironment });
  const input = { ...intentOf(move), reportProgress: () => {} };
  const outcome = await toPromise(createActor(actors[name], { input }).start());
  return { outcome, requests };
};

const refusedByProvider = () => Response.json(problemOf(502, "ЮKassa не отвечает."), { status: 502 });
const refused = () => Response.json({ message: "Нельзя." }, { status: 409 });
const order = "/api/Order/17/Company/1";

describe("requests of payment operations", () => {
  test.each([
    ["payment", payment, "POST /api/Order/17/Company/1/Payment", '"7"'],
    ["invoice", invoice, "POST /api/Order/17/Company/1/ExternalPayment", '"7"'],
    ["refund", action("refund"), "POST /api/Order/17/Company/1/RejectPayment/4", null],
    ["confirm", action("confirm"), "POST /api/Order/17/Company/1/ConfirmPayment/4", null],
    ["check", action("check"), "POST /api/Order/17/Company/1/CheckExternalPayment/4", null],
  ] as const)(
    "an operation of kind '%s' sends the documented request with the operation's idempotency key",
    async (_, move, call, version) => {
      const { outcome, requests } = await run("send", move, () => Response.json({ paymentId: 4 }));
      expect(requests).toMatchObject([{ call, version, key: "own-key", body: { orderId: 17, companyId: 1 } }]);
      expect(outcome).toMatchObject({ kind: "recorded", result: { paymentId: move.kind === "payment" ? null : 4 } });
    },
  );

  test("a partial refund sends its amount and dishes, and the version that the user saw", async () => {
    const lines = [{ orderItemId: 8, count: 2 }];
    const move: MoneyMove = { kind: "refund", paymentId: 4, amount: 450.5, lines, reason: "Остыла" };
    const { requests } = await run("send", move, () => Response.json({}));
    expect(requests).toMatchObject([{ version: '"7"', body: { amount: 450.5, lines, reason: "Остыла" } }]);
    const whole = await run("send", action("refund"), () => Response.json({}));
    expect(whole.requests[0]?.body).toEqual({ orderId: 17, companyId: 1, paymentId: 4 });
  });

  test.each(["refund", "confirm", "check"] as const)(
    "an operation of kind '%s' sends the id of the payment",
    async (kind) => {
      const { requests } = await run("send", action(kind), () => Response.json({}));
      expect(requests[0]?.body).toEqual({ orderId: 17, companyId: 1, paymentId: 4 });
    },
  );

  test("a refused payment operation sends no further request", async () => {
    const { outcome, requests } = await run("send", payment, refused);
    expect(outcome).toMatchObject({ kind: "refused", failure: { message: "Нельзя." } });
    expect(requests).toHaveLength(1);
  });

  test("an unanswered payment request has an unknown outcome", async () => {
    const { outcome, requests } = await run("send", payment, () => Promise.reject(new NoAnswer()));
    expect(outcome).toMatchObject({ kind: "unknown", failure: { kind: "unanswered" } });
    expect(requests).toHaveLength(1);
  });

  test("a refused invoice that created no payment ends as refused, with the server's message", async () => {
    const { outcome, requests } = await run("send", invoice, (path) =>
      path.endsWith("/ExternalPayment") ? refusedByProvider() : Response.json([]),
    );
    expect(outcome).toMatchObject({ kind: "refused", failure: { message: "ЮKassa не отвечает." } });
    expect(requests.map(({ call }) => call)).toEqual([`POST ${order}/ExternalPayment`, `GET ${order}/Payment`]);
  });

  test("an invoice counts as recorded if the order has a payment of the invoice, even if the provider has failed", async () => {
    const { outcome } = await run("send", invoice, (path) =>
      path.endsWith("/ExternalPayment")
        ? refusedByProvider()
        : Response.json([other, aPayment({ id: 5, requestKey: "own-key", isComplited: false })]),
    );
    expect(outcome).toEqual({ kind: "recorded", result: { paymentId: 5 } });
  });

  test("an invoice has an unknown outcome if both the provider and the read of payments fail", async () => {
    const { outcome } = await run("send", invoice, (path) =>
      path.endsWith("/ExternalPayment") ? refusedByProvider() : Promise.reject(new NoAnswer()),
    );
    expect(outcome).toMatchObject({ kind: "unknown" });
  });

  test("a check of an invoice is refused if the provider has failed", async () => {
    const { outcome, requests } = await run("send", action("check"), refusedByProvider);
    expect(outcome).toMatchObject({ kind: "refused", failure: { message: "ЮKassa не отвечает." } });
    expect(requests).toHaveLength(1);
  });

  test("an operation is verified by the payments of its order", async () => {
    const own = aPayment({ id: 5, requestKey: "own-key" });
    const { outcome, requests } = await run("verify", payment, () => Response.json([other, own]));
    expect(requests).toMatchObject([{ call: `GET ${order}/Payment` }]);
    expect(outcome).toEqual({ kind: "recorded", result: { paymentId: 5 } });
    expect((await run("verify", payment, () => Response.json([other]))).outcome).toEqual({ kind: "notRecorded" });
  });

  test("a refund without an amount is verified as recorded if the refunded payment is rejected", async () => {
    const rejected = aPayment({ id: 4, isRejected: true });
    const { outcome } = await run("verify", action("refund"), () => Response.json([rejected]));
    expect(outcome).toEqual({ kind: "recorded", result: { paymentId: 4 } });
  });
});

describe("isOrder", () => {
  test("isOrder — accepts a complete order", () => {
    expect(isOrder(anOrder())).toBe(true);
  });

  test("isOrder — accepts an order without a version", () => {
    const { version: _, ...documented } = anOrder();
    expect(isOrder(documented)).toBe(true);
  });

  test.each(["id", "version", "statusId", "amount"])(
    "isOrder — rejects an order in which %s is not a number",
    (name) => {
      expect(isOrder({ ...anOrder(), [name]: "7" })).toBe(false);
    },
  );

  test.each([
    ["null", null],
    ["a text", "text"],
    ["a number", 5],
    ["undefined", undefined],
    ["an empty object", {}],
    ["an order whose items are not a list", { ...anOrder(), items: {} }],
  ])("isOrder — rejects %s", (_, value) => {
    expect(isOrder(value)).toBe(false);
  });

  const [line] = anOrder().items;
  const modifier = { modificatorId: 1, modificatorName: "Сыр", price: 50, count: 1, amount: 50 };

  test.each([
    ["no name", { ...line, name: undefined }],
    ["no price", { ...line, price: undefined }],
    ["no count", { ...line, count: undefined }],
    ["no amount", { ...line, amount: undefined }],
    ["no modifiers", { ...line, modificators: undefined }],
    ["a modifier without a price", { ...line, modificators: [modifier, { ...modifier, price: undefined }] }],
    ["a modifier without a count", { ...line, modificators: [modifier, { ...modifier, count: undefined }] }],
  ])("isOrder — rejects an order in which a line has %s", (_, broken) => {
    expect(isOrder({ ...anOrder(), items: [{ ...line, modificators: [modifier] }, line] })).toBe(true);
    expect(isOrder({ ...anOrder(), items: [line, broken] })).toBe(false);
  });

  test("the order and its payments are read together", async () => {
    const asked: string[] = [];
    const fetch = async ({ url }: Request) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return Response.json(pathname.endsWith("/Payment") ? [other] : anOrder());
    };
    const api = createApi({ baseUrl: "http://server", fetch });
    const snapshot = await readOrderSnapshot(api, { companyId: 1, orderId: 17 }, new AbortController().signal);
    expect(snapshot).toEqual({ order: anOrder(), payments: [other] });
    expect(asked).toEqual(["/api/Order/Company/1/17", `${order}/Payment`]);
  });
});

describe("verification of payments without `requestKey`", () => {
  const paid: MoneyMove = {
    kind: "payment",
    parts: [{ paymentMethodId: 1, amount: 300 }],
    statusId: null,
    reason: "",
  };
  const intent = (knownIds: readonly number[], move: MoneyMove = paid): MoneyIntent => ({
    key: "key",
    request: { companyId: 1, orderId: 17, version: undefined, knownIds, move },
  });
  const payment = (facts: Partial<Schemas["Payment"]>): Schemas["Payment"] => {
    const { requestKey: _, ...documented } = aPayment(facts);
    return documented;
  };

  test("a requested payment counts as recorded if the order has a new payment of the same amount", () => {
    expect(isRecorded(intent([1]), [payment({ id: 1, amount: 300 }), payment({ id: 2, amount: 300 })])).toBe(true);
  });

  test("an earlier payment or a payment of another amount does not count as the requested payment", () => {
    expect(isRecorded(intent([1]), [payment({ id: 1, amount: 300 }), payment({ id: 2, amount: 100 })])).toBe(false);
  });

  test("only a new payment of the requested amount counts as the requested invoice", () => {
    const invoiced = intent([1], { kind: "invoice", methodId: 3, amount: 300 });
    expect(isRecorded(invoiced, [payment({ id: 2, amount: 300 })])).toBe(true);
    expect(isRecorded(invoiced, [payment({ id: 1, amount: 300 }), payment({ id: 2, amount: 100 })])).toBe(false);
  });
});
