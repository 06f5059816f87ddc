import { createServer, type IncomingMessage } from "node:http";

/** Payment in the fake YooKassa service. */
export interface KassaPayment {
  readonly id: string;
  /** Idempotence key of the request that created the payment. */
  readonly key: string;
  readonly description: string;
  readonly isSbp: boolean;
  readonly metadata: unknown;
  /** Time at which the payment was created, milliseconds since 1970. */
  createdAt: number;
  status: "pending" | "succeeded" | "canceled";
  readonly amount: string;
  /** Number of successful refunds. */
  refunded: number;
  /** Sum of the successful refunds, kopecks. */
  refundedKopecks: number;
}

interface KassaRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: { readonly value: string; readonly currency: string };
  status: "pending" | "succeeded" | "canceled";
}

type Garble = (work: object | undefined) => readonly [status: number, text: string, headers?: Record<string, string>];

const errorOf = (description: string): string => JSON.stringify({ type: "error", description });

/** Unreadable responses to an executed request: status, text and headers. */
const GARBLED = {
  empty: () => [200, ""],
  text: () => [200, "<html>Шлюз перезапускается</html>"],
  null: () => [200, "null"],
  list: (work: object | undefined) => [200, JSON.stringify([work])],
  noId: (work: object | undefined) => [200, JSON.stringify({ ...work, id: undefined })],
  numericId: (work: object | undefined) => [200, JSON.stringify({ ...work, id: 7 })],
  oddStatus: (work: object | undefined) => [200, JSON.stringify({ ...work, status: "CANCELED" })],
  otherAmount: (work: object | undefined) => [
    200,
    JSON.stringify({ ...work, amount: { value: "1.00", currency: "RUB" } }),
  ],
  canceledError: () => [200, JSON.stringify({ type: "error", status: "canceled" })],
  redirect: () => [302, "", { location: "/elsewhere" }],
  notFoundPage: () => [404, "<html>Not found</html>"],
  busy: () => [429, errorOf("Too many requests")],
  processing: () => [202, JSON.stringify({ type: "processing", retry_after: 1 })],
  gateway: () => [502, errorOf("Bad gateway")],
} satisfies Record<string, Garble>;

/**
 * Reaction of the fake to a request.
 * - "answer" executes the request and answers it.
 * - "lose" (no response), "cut" (a part of a response), "hang" (an open connection without a response) and the
 *   unreadable responses (`GARBLED`) execute the request.
 * - "break" (500) and "forbid" (401) do not execute it.
 * - "refuse" (400) executes and answers it only for a known idempotence key.
 */
export type Reaction = "answer" | "lose" | "cut" | "hang" | "break" | "refuse" | "forbid" | keyof typeof GARBLED;

/** All reactions of the fake to a request. */
export const REACTIONS: readonly Reaction[] = [
  ...(["answer", "lose", "cut", "hang", "break", "refuse", "forbid"] as const),
  ...(Object.keys(GARBLED) as (keyof typeof GARBLED)[]),
];

/** Number of times that the server sends a request with an unknown outcome. */
const ATTEMPTS = 3;

const repeated = (reaction: Reaction): Reaction[] =>
  reaction === "refuse" || reaction === "forbid" || reaction === "answer"
    ? [reaction]
    : Array.from({ length: ATTEMPTS }, () => reaction);

const isGarbled = (reaction: Reaction): reaction is keyof typeof GARBLED => reaction in GARBLED;

/**
 * Fake YooKassa v3 API, which stores payments and refunds by idempotence key. The fake can lose a response, fail, or
 * refuse a request.
 */
export interface Kassa {
  readonly baseUrl: string;
  readonly payments: Map<string, KassaPayment>;
  /** True if the shop has enough money for refunds. */
  hasMoney: boolean;
  /** True if refunds stay pending until `endRefunds` is called. */
  isSlow: boolean;
  /** Ends all pending refunds, successfully if the shop has enough money. */
  endRefunds(): void;
  /** Ages all payments by 25 hours and forgets all idempotence keys, as YooKassa does after 24 hours. */
  passDay(): void;
  /** Reaction to the next request and to all its retries. */
  next: Reaction;
  /** Reactions to the next requests, one for each request. Later requests are answered normally. */
  reactions: Reaction[];
  /** Address of the payment page. Undefined for the usual address. */
  pageUrl: string | undefined;
  readonly seen: { path: string; key: string | undefined; authorization: string | undefined; body: unknown }[];
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = "";
  for await (const part of request) text += String(part);
  return text === "" ? {} : JSON.parse(text);
};

const shown = (payment: KassaPayment, pageUrl = `https://yookassa.example/${payment.id}`) => ({
  id: payment.id,
  status: payment.status,
  description: payment.description,
  metadata: payment.metadata,
  created_at: new Date(payment.createdAt).toISOString(),
  amount: { value: payment.amount, currency: "RUB" },
  refunded_amount: { value: (payment.refundedKopecks / 100).toFixed(2), currency: "RUB" },
  confirmation: payment.isSbp
    ? { type: "qr", confirmation_data: `https://qr.nspk.example/${payment.id}` }
    : { type: "redirect", confirmation_url: pageUrl },
});

/**
 * Returns one page of the payments in a period, the latest first. The cursor is the number of payments on earlier
 * pages.
 */
const listPage = (payments: Iterable<KassaPayment>, query: URLSearchParams, pageUrl: string | undefined) => {
  const timeOf = (name: string) => Date.parse(query.get(name) ?? "");
  const found = [...payments]
    .filter(({ createdAt }) => createdAt >= timeOf("created_at.gte") && createdAt <= timeOf("created_at.lte"))
    .sort((one, other) => other.createdAt - one.createdAt);
  const start = Number(query.get("cursor") ?? 0);
  const end = start + Number(query.get("limit") ?? 10);
  const items = found.slice(start, end).map((payment) => shown(payment, pageUrl));
  return { type: "list", items, ...(end < found.length && { next_cursor: String(end) }) };
};

const kopecksOf = (value: string): number => Math.round(Number(value) * 100);

const listRefunds = (refunds: readonly KassaRefund[], query: URLSearchParams) => ({
  type: "list",
  items: refunds.filter(
    ({ payment_id, status }) => payment_id === query.get("payment_id") && status === query.get("status"),
  ),
});

/** Starts the fake YooKassa API on a free port. */
export const startKassa = async (): Promise<Kassa> => {
  const byKey = new Map<string, KassaPayment>();
  const refunds = new Map<string, { readonly first: KassaRefund }>();
  /** All refunds, including those whose keys have expired. */
  const madeRefunds: KassaRefund[] = [];
  const payments = new Map<string, KassaPayment>();
  const seen: Kassa["seen"] = [];
  const state = { reactions: [] as Reaction[], pageUrl: [] as string[], hasMoney: true, isSlow: false };

  const create = (key: string, body: Record<string, unknown>): KassaPayment => {
    const known = byKey.get(key);
    if (known) return known;
    const amount = (body["amount"] as { value: string }).value;
    const payment: KassaPayment = {
      id: `kassa-${payments.size + 1}`,
      key,
      description: String(body["description"]),
      metadata: body["metadata"],
      isSbp: (body["payment_method_data"] as { type?: string } | undefined)?.type === "sbp",
      createdAt: Date.now(),
      status: "pending",
      amount,
      refunded: 0,
      refundedKopecks: 0,
    };
    byKey.set(key, payment);
    payments.set(payment.id, payment);
    return payment;
  };

  const end = (one: KassaRefund) => {
    one.status = state.hasMoney ? "succeeded" : "canceled";
    const payment = payments.get(one.payment_id);
    if (!payment || !state.hasMoney) return;
    payment.refunded += 1;
    payment.refundedKopecks += kopecksOf(one.amount.value);
  };

  const isAboveLeft = (body: Record<string, unknown>): boolean => {
    const payment = payments.get(String(body["payment_id"]));
    const asked = kopecksOf((body["amount"] as { value: string }).value);
    return payment === undefined || payment.refundedKopecks + asked > kopecksOf(payment.amount);
  };

  const refund = (key: string, body: Record<string, unknown>): KassaRefund => {
    const known = refunds.get(key);
    // A request with a known idempotence key gets the response to the first request with this key.
    if (known) return known.first;
    const paymentId = String(body["payment_id"]);
    const amount = body["amount"] as KassaRefund["amount"];
    const made: KassaRefund = {
      id: `refund-${madeRefunds.length + 1}`,
      payment_id: paymentId,
      amount,
      status: "pending",
    };
    if (!state.isSlow) end(made);
    madeRefunds.push(made);
    const first = { ...made };
    refunds.set(key, { first });
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
    const reaction = state.reactions.shift() ?? "answer";
    const send = (status: number, text: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
    };
    const answer = (status: number, json: unknown) => send(status, JSON.stringify(json));
    if (reaction === "break") return answer(500, { type: "error" });
    const isKnown = byKey.has(String(key)) || refunds.has(String(key));
    if (reaction === "refuse" && !isKnown) return send(400, errorOf("Сумма слишком мала"));
    if (reaction === "forbid") return send(401, errorOf("Неверный ключ"));
    if (path === "/refunds" && !refunds.has(String(key)) && isAboveLeft(body))
      return answer(400, { type: "error", description: "Refund amount exceeds the payment amount" });
    const work = () => {
      if (request.method === "POST" && path === "/payments") return shown(create(String(key), body), state.pageUrl[0]);
      if (request.method === "POST" && path === "/refunds") return refund(String(key), body);
      if (path === "/me") return { account_id: "100500", status: "enabled" };
      if (path.startsWith("/refunds?")) return listRefunds(madeRefunds, new URL(path, "http://kassa").searchParams);
      if (path.startsWith("/refunds/"))
        return madeRefunds.find(({ id }) => id === decodeURIComponent(path.slice("/refunds/".length)));
      if (path.startsWith("/payments?"))
        return listPage(payments.values(), new URL(path, "http://kassa").searchParams, state.pageUrl[0]);
      const payment = payments.get(path.split("/").at(-1) ?? "");
      return payment ? shown(payment, state.pageUrl[0]) : undefined;
    };
    const result = work();
    if (reaction === "hang") return undefined;
    if (reaction === "lose") return response.destroy();
    if (reaction === "cut") {
      response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
      return response.write(JSON.stringify(result).slice(0, 20), () => response.destroy());
    }
    if (isGarbled(reaction)) {
      const garble: Garble = GARBLED[reaction];
      return send(...garble(result));
    }
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
      return state.reactions[0] ?? "answer";
    },
    set next(reaction) {
      state.reactions = repeated(reaction);
    },
    get reactions() {
      return state.reactions;
    },
    set reactions(reactions) {
      state.reactions = [...reactions];
    },
    get pageUrl() {
      return state.pageUrl[0];
    },
    set pageUrl(url) {
      state.pageUrl = url === undefined ? [] : [url];
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
    passDay: () => {
      byKey.clear();
      refunds.clear();
      for (const payment of payments.values()) payment.createdAt -= 25 * 3_600_000;
    },
    endRefunds: () => {
      for (const refund of madeRefunds) if (refund.status === "pending") end(refund);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
