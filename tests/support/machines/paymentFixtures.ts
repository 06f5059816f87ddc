import { type Actor, createActor } from "xstate";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { FOREIGN_MS } from "#app/storage/moneyJournal.ts";
import { orderDetailActors } from "#machines/orders/detail/orderDetail.actors.ts";
import { orderDetailMachine } from "#machines/orders/detail/orderDetail.machine.ts";
import type { OrderFacts } from "#machines/orders/detail/orderReasons.ts";
import { moneyDialogActors } from "#machines/payments/moneyDialog.actors.ts";
import { moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import type { MoneyIntent } from "#machines/payments/moneyIntent.ts";
import { type MoneyJournal, moneyMoveActors } from "#machines/payments/moneyMove.actors.ts";
import { moneyMoveMachine } from "#machines/payments/moneyMove.ts";
import type { Order } from "#machines/queries/order.ts";
import { imitateDelay } from "../waiting.ts";
import { steadyEnvironment } from "./environments.ts";
import { anOrder, aPayment, methods } from "./orderSamples.ts";

/**
 * Behaviour of the network between the client and the fake server. Reads are answered, except if the network is
 * "closed".
 * - "open": writes are executed and answered.
 * - "requestLost": writes do not reach the server.
 * - "answerLost": writes are executed, but the client gets no response.
 * - "requestDelayed": the client gets no response, and the server executes the write 4 s later.
 * - "closed": no request reaches the server.
 */
export type PaymentNetwork = "open" | "requestLost" | "answerLost" | "requestDelayed" | "closed";

/**
 * Mutant of the machine that sends payments, or of its journal. Tests use it to prove that the random steps detect this
 * fault.
 */
export interface PaymentFault {
  /** Replaces the machine that sends a payment. */
  readonly move?: (
    machine: typeof moneyMoveMachine,
    actors: ReturnType<typeof moneyMoveActors>,
  ) => typeof moneyMoveMachine;
  readonly isJournalLost?: boolean;
}

/** User whose permissions have not been read yet. Every permission counts as granted until the permissions are read. */
const facts: OrderFacts = { permissions: undefined, userId: 4, hasStatuses: true };

const LATENCY_MS = 10;
const LATE_MS = 4000;

const problem = (status: number, message: string, extra: object = {}): Response =>
  Response.json({ type: "about:blank", title: "", status, message, traceId: "", ...extra }, { status });

/**
 * Returns a fake server with one order of 1,000 roubles. The server checks idempotency keys, the unpaid amount and,
 * except with `isVersionless`, the order version in the header If-Match.
 */
export const createOrderServer = ({ isVersionless = false } = {}) => {
  let order = anOrder();
  let payments: Required<Schemas["Payment"]>[] = [];
  const answers = new Map<string, unknown>();
  const sent: { key: string; body: unknown }[] = [];
  let network: PaymentNetwork = "open";
  let lostAnswers = 0;
  let formerStatus: number | undefined;

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

  const changePayment = (id: number, facts: Partial<Schemas["Payment"]>) => {
    payments = payments.map((one) => (one.id === id ? { ...one, ...facts } : one));
    order = { ...order, version: order.version + 1 };
    return payments.find((one) => one.id === id);
  };

  const refundOf = (payment: Required<Schemas["Payment"]>, body: Schemas["PaymentRejection"], key: string) => {
    const { amount = payment.amount - payment.refundedAmount, reason = null, lines = [] } = body;
    const refund = {
      id: payment.refunds.length + 1,
      amount,
      date: payment.date,
      byAlias: null,
      reason,
      lines: lines.map((line) => ({ ...line, name: "Маргарита", amount: 0 })),
      state: "completed" as const,
      requestKey: key,
    };
    const refundedAmount = payment.refundedAmount + amount;
    return { isRejected: refundedAmount === payment.amount, refundedAmount, refunds: [...payment.refunds, refund] };
  };

  const invoiceOf = ({
    id,
    amount,
    isComplited,
    isRejected,
    externalUrl,
  }: Required<Schemas["Payment"]>): Schemas["Invoice"] => ({
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
    if (path.endsWith("/Undo"))
      return act(key, version, body, () => {
        if (formerStatus === undefined) return problem(409, "Вернуть прежний статус уже нельзя.");
        order = { ...order, version: order.version + 1, statusId: formerStatus };
        return order;
      });
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
    return act(key, version, body, () => {
      if (path.includes("/RejectPayment/"))
        return payment.isRejected ? problem(409, "Уже возвращена.") : changePayment(id, refundOf(payment, body, key));
      return payment.isComplited ? problem(409, "Уже подтверждена.") : changePayment(id, { isComplited: true });
    });
  };

  const read = (path: string): Response => {
    if (path.endsWith("/Payment")) return Response.json(payments);
    if (path.includes("/PaymentMethod/")) return Response.json(methods);
    return Response.json(order);
  };

  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const isWriting = request.method !== "GET";
    const condition = network;
    await imitateDelay(LATENCY_MS);
    if (condition === "closed" || (isWriting && condition === "requestLost")) throw new NoAnswer();
    if (!isWriting) return read(path);
    if (condition === "requestDelayed" || condition === "answerLost") lostAnswers += 1;
    if (condition === "requestDelayed") {
      void imitateDelay(LATE_MS).then(() => write(request, path));
      throw new NoAnswer();
    }
    const response = await write(request, path);
    if (condition === "answerLost") throw new NoAnswer();
    return response;
  };

  return {
    fetch,
    book,
    changePayment,
    sent,
    /** Returns the number of requests that the server executed, or will execute, without delivering the response. */
    lostAnswers: () => lostAnswers,
    changeStatus: (statusId: number) => {
      formerStatus = order.statusId;
      order = { ...order, version: order.version + 1, statusId };
    },
    /** Makes the last status change too old for an undo. */
    expireUndo: () => {
      formerStatus = undefined;
    },
    payments: () => payments,
    order: () => order,
    change: (next: Partial<Order>) => {
      order = { ...order, version: order.version + 1, ...next };
    },
    setNetwork: (next: PaymentNetwork) => {
      network = next;
    },
  };
};

/** Returns a fake browser. Its tabs share a journal of payments, which survives a reload. */
export const createBrowser = (isJournalLost = false) => {
  const tabs: Map<string, MoneyIntent>[] = [];
  const keptAt = new Map<string, number>();
  const isAbandoned = (key: string) => Date.now() - (keptAt.get(key) ?? 0) > FOREIGN_MS;
  let keys = 0;
  return {
    newKey: () => {
      keys += 1;
      return `key-${String(keys).padStart(8, "0")}`;
    },
    /** Opens another tab. `intents` are the payments that this tab has stored in the journal. */
    tab: () => {
      const intents = new Map<string, MoneyIntent>();
      tabs.push(intents);
      const abandoned = () =>
        tabs.flatMap((tab) => [...tab.values()].filter(({ key }) => tab !== intents && isAbandoned(key)));
      const journal: MoneyJournal = {
        keep: async (intent) => {
          intents.set(intent.key, intent);
          keptAt.set(intent.key, Date.now());
        },
        drop: async (key) => {
          for (const tab of tabs) tab.delete(key);
        },
        find: async () => (isJournalLost ? [] : [...intents.values(), ...abandoned()]),
      };
      return { journal, intents };
    },
  };
};

/** Returns a browser tab that shows the order of a fake server. `reload` starts the order screen again. */
export const givenOrderScreen = (
  fault: PaymentFault = {},
  server = createOrderServer(),
  browser = createBrowser(fault.isJournalLost),
) => {
  const { journal, intents } = browser.tab();
  const { newKey } = browser;
  const api = createApi({ baseUrl: "http://server", fetch: server.fetch });
  const parts = { api, journal, newKey, now: Date.now, environment: steadyEnvironment };
  const moveActors = moneyMoveActors(parts);
  const move = fault.move?.(moneyMoveMachine, moveActors) ?? moneyMoveMachine.provide({ actors: moveActors });
  const money = moneyDialogMachine.provide({ actors: { ...moneyDialogActors(parts), move } });
  const machine = orderDetailMachine.provide({ actors: { ...orderDetailActors(parts), money } });
  const done: string[] = [];
  const start = (): Actor<typeof machine> => {
    const actor = createActor(machine, { input: { companyId: 1, orderId: 17, facts } });
    actor.on("dialog.done", (event) => done.push(event.done));
    return actor.start();
  };
  let screen = start();
  const dialog = () => screen.getSnapshot().children.money;
  return {
    server,
    intents,
    /** Dialogs that have reported success, the earliest first. */
    done,
    screen: () => screen,
    dialog,
    progress: () => {
      const value = dialog()?.getSnapshot().value;
      return typeof value === "object" ? value.open.progress : value;
    },
    payment: () => dialog()?.getSnapshot().children.payment,
    invoice: () => dialog()?.getSnapshot().children.invoice,
    action: () => dialog()?.getSnapshot().children.action,
    move: () => dialog()?.getSnapshot().children.move,
    reload: () => {
      screen.stop();
      screen = start();
    },
  };
};
