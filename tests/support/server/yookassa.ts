import { createServer, type IncomingMessage } from "node:http";

/** Payment in the fake YooKassa. */
interface KassaPayment {
  readonly id: string;
  status: "pending" | "succeeded" | "canceled";
  readonly amount: string;
  refunded: number;
}

interface KassaRefund {
  readonly id: string;
  readonly paymentId: string;
  status: "pending" | "succeeded" | "canceled";
}

/** Fake of the YooKassa v3 API. It keeps payments by idempotence key, and can lose answers, fail or refuse. */
export interface Kassa {
  readonly baseUrl: string;
  readonly payments: Map<string, KassaPayment>;
  /** The shop has money for refunds. */
  hasMoney: boolean;
  /** Refunds stay pending until `endRefunds`. */
  isSlow: boolean;
  /** Ends pending refunds, successfully if the shop has money. */
  endRefunds(): void;
  /** Forgets all idempotence keys, as YooKassa does after a day. */
  forgetKeys(): void;
  /** Treatment of the next call: answered, done with a lost answer, failed, or refused. */
  next: "answer" | "lose" | "break" | "refuse";
  readonly seen: { path: string; key: string | undefined; authorization: string | undefined; body: unknown }[];
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = "";
  for await (const part of request) text += String(part);
  return text === "" ? {} : JSON.parse(text);
};

const shown = (payment: KassaPayment) => ({
  id: payment.id,
  status: payment.status,
  amount: { value: payment.amount, currency: "RUB" },
  refunded_amount: { value: payment.refunded > 0 ? payment.amount : "0.00", currency: "RUB" },
  confirmation: { type: "redirect", confirmation_url: `https://yookassa.example/${payment.id}` },
});

/** Starts the fake API on a free port. */
export const startKassa = async (): Promise<Kassa> => {
  const byKey = new Map<string, KassaPayment>();
  const refunds = new Map<string, { readonly first: KassaRefund; readonly now: KassaRefund }>();
  const payments = new Map<string, KassaPayment>();
  const seen: Kassa["seen"] = [];
  const state = { next: "answer" as Kassa["next"], hasMoney: true, isSlow: false };

  const create = (key: string, body: Record<string, unknown>): KassaPayment => {
    const known = byKey.get(key);
    if (known) return known;
    const amount = (body["amount"] as { value: string }).value;
    const payment: KassaPayment = { id: `kassa-${payments.size + 1}`, status: "pending", amount, refunded: 0 };
    byKey.set(key, payment);
    payments.set(payment.id, payment);
    return payment;
  };

  const end = (one: KassaRefund) => {
    one.status = state.hasMoney ? "succeeded" : "canceled";
    const payment = payments.get(one.paymentId);
    if (payment && state.hasMoney) payment.refunded += 1;
  };

  const isReturned = (paymentId: string): boolean => (payments.get(paymentId)?.refunded ?? 0) > 0;

  const refund = (key: string, body: Record<string, unknown>): KassaRefund => {
    const known = refunds.get(key);
    // A request with a known idempotence key gets the first answer.
    if (known) return known.first;
    const made: KassaRefund = { id: `refund-${key}`, paymentId: String(body["payment_id"]), status: "pending" };
    if (!state.isSlow) end(made);
    const first = { ...made };
    refunds.set(key, { first, now: made });
    return first;
  };

  const server = createServer(async (request, response) => {
    const key = request.headers["idempotence-key"];
    const body = await bodyOf(request);
    const path = request.url ?? "";
    seen.push({
      path,
      key: key === undefined ? undefined : String(key),
      authorization: request.headers.authorization,
      body,
    });
    const mood = state.next;
    state.next = "answer";
    const answer = (status: number, json: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    };
    if (mood === "break") return answer(500, { type: "error" });
    if (mood === "refuse") return answer(400, { type: "error", description: "Сумма слишком мала" });
    const isRefundedTwice = path === "/refunds" && !refunds.has(String(key)) && isReturned(String(body["payment_id"]));
    if (isRefundedTwice) return answer(400, { type: "error", description: "Refund amount exceeds the payment amount" });
    const work = () => {
      if (request.method === "POST" && path === "/payments") return shown(create(String(key), body));
      if (request.method === "POST" && path === "/refunds") return refund(String(key), body);
      if (path.startsWith("/refunds/"))
        return [...refunds.values()].find(({ now }) => now.id === decodeURIComponent(path.slice("/refunds/".length)))
          ?.now;
      const payment = payments.get(path.split("/").at(-1) ?? "");
      return payment ? shown(payment) : undefined;
    };
    const result = work();
    if (mood === "lose") return response.destroy();
    return answer(result ? 200 : 404, result ?? { type: "error" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    payments,
    seen,
    get next() {
      return state.next;
    },
    set next(mood) {
      state.next = mood;
    },
    get hasMoney() {
      return state.hasMoney;
    },
    set hasMoney(has) {
      state.hasMoney = has;
    },
    get isSlow() {
      return state.isSlow;
    },
    set isSlow(slow) {
      state.isSlow = slow;
    },
    forgetKeys: () => refunds.clear(),
    endRefunds: () => {
      for (const { now } of refunds.values()) if (now.status === "pending") end(now);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
