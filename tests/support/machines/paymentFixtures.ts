import { type Actor, createActor } from "xstate";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { FOREIGN_MS } from "#app/storage/moneyJournal.ts";
import { orderDetailActors } from "#machines/orders/detail/orderDetail.actors.ts";
import { orderDetailMachine } from "#machines/orders/detail/orderDetail.machine.ts";
import { acceptPaymentMachine } from "#machines/payments/acceptPayment.machine.ts";
import { externalInvoiceMachine } from "#machines/payments/externalInvoice.machine.ts";
import type { Intent } from "#machines/payments/intent.ts";
import { type Journal, moneyMoveActors } from "#machines/payments/moneyMove.actors.ts";
import { moneyMoveMachine } from "#machines/payments/moneyMove.machine.ts";
import { paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import { anOrder, aPayment, methods } from "./orderSamples.ts";

/** What the way to the server does to a call. */
export type Way = "open" | "lostBefore" | "lostAfter" | "late" | "closed";

/** A movement of money that is not as it should be, to see that the tests notice. */
export interface Mutation {
  /** Replaces the machine of a movement, its actors given. */
  readonly move?: (
    machine: typeof moneyMoveMachine,
    actors: ReturnType<typeof moneyMoveActors>,
  ) => typeof moneyMoveMachine;
  readonly isForgetful?: boolean;
}

const LATENCY_MS = 10;
const LATE_MS = 4000;

const problem = (status: number, message: string, extra: object = {}): Response =>
  Response.json({ type: "about:blank", title: "", status, message, traceId: "", ...extra }, { status });

/** A server of memory with one order of 1,000 roubles, which knows keys and balances, and versions unless it is an older one. */
export const createOrderServer = ({ isVersionless = false } = {}) => {
  let order = anOrder();
  let payments: Schemas["Payment"][] = [];
  const answers = new Map<string, unknown>();
  const sent: { key: string; body: unknown }[] = [];
  let way: Way = "open";
  let lost = 0;

  const book = (amount: number, key: string | null, facts: Partial<Schemas["Payment"]> = {}) => {
    payments = [...payments, aPayment({ id: payments.length + 1, amount, requestKey: key, ...facts })];
    order = { ...order, version: order.version + 1 };
  };

  const act = (key: string, version: string | null, body: unknown, work: () => Response | unknown): Response => {
    sent.push({ key, body });
    if (answers.has(key)) return Response.json(answers.get(key));
    if (!isVersionless && version !== null && version !== `"${order.version}"`)
      return problem(412, "Заказ изменили.", { order });
    const done = work();
    if (done instanceof Response) return done;
    answers.set(key, done);
    return Response.json(done);
  };

  const due = () => payments.filter((one) => !one.isRejected).reduce((left, { amount }) => left - amount, order.amount);

  const settle = (id: number, facts: Partial<Schemas["Payment"]>) => {
    payments = payments.map((one) => (one.id === id ? { ...one, ...facts } : one));
    order = { ...order, version: order.version + 1 };
    return payments.find((one) => one.id === id);
  };

  const invoiceOf = ({ id, amount, isComplited, isRejected, externalUrl }: Schemas["Payment"]): Schemas["Invoice"] => ({
    paymentId: id,
    amount,
    externalUrl,
    status: isRejected ? "canceled" : isComplited ? "succeeded" : "pending",
  });

  const write = async (request: Request, path: string): Promise<Response> => {
    const key = request.headers.get("Idempotency-Key") ?? "";
    const version = request.headers.get("If-Match");
    const text = await request.text();
    const body = text === "" ? {} : JSON.parse(text);
    if (path.endsWith("/Payment")) {
      return act(key, version, body, () => {
        const total = body.payment.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
        if (total > due()) return problem(409, "Сумма больше остатка.");
        for (const { amount } of body.payment) book(amount, key);
        return { order, payments };
      });
    }
    if (path.endsWith("/ExternalPayment")) {
      return act(key, version, body, () => {
        if (body.amount > due()) return problem(409, "Сумма больше остатка.");
        book(body.amount, key, { isExternal: true, isComplited: false, complitedDate: null, externalUrl: "/pay" });
        const last = payments.at(-1);
        return last === undefined ? problem(500, "") : invoiceOf(last);
      });
    }
    const id = Number(path.split("/").at(-1));
    const payment = payments.find((one) => one.id === id);
    if (payment === undefined) return problem(404, "Нет такой оплаты.");
    if (path.includes("/CheckExternalPayment/")) return Response.json(invoiceOf(payment));
    return act(key, null, body, () => {
      if (path.includes("/RejectPayment/"))
        return payment.isRejected ? problem(409, "Уже возвращена.") : settle(id, { isRejected: true });
      return payment.isComplited ? problem(409, "Уже подтверждена.") : settle(id, { isComplited: true });
    });
  };

  const read = (path: string): Response => {
    if (path.endsWith("/Payment")) return Response.json(payments);
    if (path.includes("/PaymentMethod/")) return Response.json(methods);
    return Response.json(order);
  };

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const isWriting = request.method !== "GET";
    const taken = way;
    await pause(LATENCY_MS);
    if (taken === "closed" || (isWriting && taken === "lostBefore")) throw new NoAnswer();
    if (!isWriting) return read(path);
    if (taken === "late" || taken === "lostAfter") lost += 1;
    if (taken === "late") {
      setTimeout(() => void write(request, path), LATE_MS);
      throw new NoAnswer();
    }
    const response = await write(request, path);
    if (taken === "lostAfter") throw new NoAnswer();
    return response;
  };

  return {
    fetch,
    book,
    settle,
    sent,
    /** How many calls reached the server without their answer reaching the caller. */
    lost: () => lost,
    payments: () => payments,
    order: () => order,
    change: (next: Partial<Schemas["Order"]>) => {
      order = { ...order, version: order.version + 1, ...next };
    },
    take: (next: Way) => {
      way = next;
    },
  };
};

/** A browser whose tabs share a journal of memory, which outlives the reloads of a test. */
export const createBrowser = (isForgetful = false) => {
  const tabs: Map<string, Intent>[] = [];
  const keptAt = new Map<string, number>();
  const isLeft = (key: string) => Date.now() - (keptAt.get(key) ?? 0) > FOREIGN_MS;
  let keys = 0;
  return {
    newKey: () => {
      keys += 1;
      return `key-${String(keys).padStart(8, "0")}`;
    },
    /** A further tab, with what it has written into the journal. */
    tab: () => {
      const intents = new Map<string, Intent>();
      tabs.push(intents);
      const left = () => tabs.flatMap((tab) => [...tab.values()].filter(({ key }) => tab !== intents && isLeft(key)));
      const journal: Journal = {
        keep: async (intent) => {
          intents.set(intent.key, intent);
          keptAt.set(intent.key, Date.now());
        },
        drop: async (key) => {
          for (const tab of tabs) tab.delete(key);
        },
        find: async () => (isForgetful ? [] : [...intents.values(), ...left()]),
      };
      return { journal, intents };
    },
  };
};

/** One tab of an operator's browser on the order of a server; `reload` starts its screen anew. */
export const givenOrderScreen = (
  mutation: Mutation = {},
  server = createOrderServer(),
  browser = createBrowser(mutation.isForgetful),
) => {
  const { journal, intents } = browser.tab();
  const { newKey } = browser;
  const api = createApi({ baseUrl: "http://server", fetch: server.fetch });
  const parts = { api, journal, newKey };
  const actors = orderDetailActors(parts);
  const moveActors = moneyMoveActors(parts);
  const move = mutation.move?.(moneyMoveMachine, moveActors) ?? moneyMoveMachine.provide({ actors: moveActors });
  const dialogs = {
    acceptPayment: acceptPaymentMachine.provide({ actors: actorsOf(actors.acceptPayment, move) }),
    externalInvoice: externalInvoiceMachine.provide({ actors: actorsOf(actors.externalInvoice, move) }),
    paymentAction: paymentActionMachine.provide({ actors: { move } }),
  };
  const machine = orderDetailMachine.provide({ actors: { ...actors, ...dialogs } });
  const told: string[] = [];
  const start = (): Actor<typeof machine> => {
    const actor = createActor(machine, { input: { companyId: 1, orderId: 17, mayWatch: true } });
    actor.on("told", ({ text }) => told.push(text));
    return actor.start();
  };
  let screen = start();
  return {
    server,
    intents,
    told,
    screen: () => screen,
    payment: () => screen.getSnapshot().children.payment,
    invoice: () => screen.getSnapshot().children.invoice,
    action: () => screen.getSnapshot().children.action,
    reload: () => {
      screen.stop();
      screen = start();
    },
  };
};

/** The reading actors of a dialog with another movement under them. */
const actorsOf = <M extends { implementations: { actors: Record<string, unknown> } }>(
  { implementations }: M,
  move: typeof moneyMoveMachine,
): M["implementations"]["actors"] => ({ ...implementations.actors, move });
