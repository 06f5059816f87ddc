import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { growth } from "./companies.mjs";

const { companyId, phoneTokens } = growth;
const DAY_MS = 86_400_000;
/** Interval at which the server reads new events, ms. */
const POLL_MS = 300;

const day = (ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

/** Ids of three statuses and of the cash payment method of the largest company. */
const status = { cooking: 10_013, ready: 10_014, delivered: 10_016 };
const cash = 10_011;

/** Creates a client for a running server. `headers` are the request headers of a signed-in user. */
export const createClient = (origin, headers) => {
  const send = async (method, path, body, more = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...headers, ...(method !== "GET" && { "Idempotency-Key": randomUUID() }), ...more },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The server refused a call of the benchmark: ${method} ${path} ${text}`);
    return text;
  };
  return { origin, headers, send, get: (path) => send("GET", path) };
};

/**
 * Returns the operations of the OpenAPI description that return a report for a period, and those that return dashboard
 * data.
 */
const readReports = () => {
  const { paths } = JSON.parse(readFileSync(new URL("../../../src/api/openapi.json", import.meta.url), "utf8"));
  const year = { startDate: day(364), endDate: day(0) };
  return Object.entries(paths)
    .map(([path, { get }]) => ({ path, get }))
    .filter(
      ({ path, get }) =>
        get && /^\/api\/(Report|Dashboard|Statistic|FinanceTransaction)\/.*\{companyId\}\/\w+/.test(path),
    )
    .filter(({ path }) => !/Summury|Total/.test(path))
    .map(({ path, get }) => {
      const isPeriod = !/Dashboard|Calendar/.test(path);
      const query = { ...(isPeriod && year), ...(/General|File/.test(path) && { format: "csv" }) };
      return { name: get.operationId, path: `${path.replace("{companyId}", companyId)}?${new URLSearchParams(query)}` };
    });
};

/**
 * Returns the measured calls for the largest company, in a fixed sequence, because later calls use the customer orders
 * that earlier calls have saved. `prepare(count)` returns the inputs of `count` calls (not measured), `run(input)`
 * makes one call, and `isHot` is true for calls that operators make all day.
 */
export const createOperations = async (client) => {
  const { send, get } = client;
  const orders = `/api/Order/Company/${companyId}`;
  const menu = JSON.parse(await get(`/api/Item/Company/${companyId}`));
  const open = JSON.parse(await get(`${orders}/MediumSummury?isOpenedOnly=true`));
  /** Orders that the calls have saved: id, version and amount. */
  const saved = [];
  let turn = 0;

  const bodyOf = () => {
    turn += 1;
    const { id, defaultCategoryId } = menu[turn % menu.length];
    const other = menu[(turn + 7) % menu.length];
    return {
      items: [
        { itemId: id, categoryId: defaultCategoryId, count: 1 },
        { itemId: other.id, categoryId: other.defaultCategoryId, count: 2 },
      ],
      phone: open[turn % open.length].phone,
      deliveryAddress: "ул. Садовая",
      deliveryAddressBuilding: String(1 + (turn % 90)),
    };
  };
  const create = async () => {
    const { id, version, amount } = JSON.parse(await send("POST", orders, bodyOf()));
    const order = { id, version, amount };
    saved.push(order);
    return order;
  };
  const prepareOrders = async (count) => {
    while (saved.length < count) await create();
    return saved.slice(0, count);
  };
  const change = async (order, method, path, body) => {
    const { version, amount } = JSON.parse(await send(method, path, body, { "If-Match": String(order.version) }));
    Object.assign(order, { version, amount });
  };
  const changeStatus = (orderStatusId) => (order) => change(order, "PATCH", `${orders}/${order.id}`, { orderStatusId });

  const read = (name, pathOf, isHot = true) => ({
    name,
    isHot,
    prepare: async (count) => Array.from({ length: count }, (_, at) => pathOf(at)),
    run: get,
  });
  const searches = ["Эйлер12", "Олег Попов", "Садовая 12", "9161", "+7900001"].map(encodeURIComponent);
  const openOrder = (at) => open[at % open.length];
  return [
    read("open orders", () => `${orders}/MediumSummury?isOpenedOnly=true`),
    read("summary of a day", () => `${orders}/MediumSummury?startDate=${day(1)}&endDate=${day(1)}`),
    read("order detail", (at) => `${orders}/${openOrder(at).id}`),
    read("order history", (at) => `/api/OrderHistory/${openOrder(at).id}/Company/${companyId}`),
    read("customer search", (at) => `/api/Customer/Company/${companyId}?search=${searches[at % searches.length]}`),
    read("customer by phone", (at) => `/api/Customer/Company/${companyId}/${encodeURIComponent(openOrder(at).phone)}`),
    read("stock list", () => `/api/Stock/Company/${companyId}/Summury`),
    read("notifications", () => "/api/Notification?limit=20"),
    read("calls of a day", () => `/api/OperatorPhoneCall/Company/${companyId}/Summury`),
    { name: "new order", isHot: true, prepare: async (count) => Array.from({ length: count }), run: create },
    {
      name: "save of an order",
      isHot: true,
      prepare: prepareOrders,
      run: (order) => change(order, "POST", `/api/Order/${order.id}/Company/${companyId}`, bodyOf()),
    },
    { name: "status: cooking", isHot: true, prepare: prepareOrders, run: changeStatus(status.cooking) },
    {
      name: "payment",
      isHot: true,
      prepare: prepareOrders,
      run: (order) =>
        send(
          "POST",
          `/api/Order/${order.id}/Company/${companyId}/Payment`,
          { payment: [{ paymentMethodId: cash, amount: order.amount }] },
          { "If-Match": String(order.version) },
        ),
    },
    {
      name: "status: delivered",
      isHot: true,
      prepare: async (count) =>
        Promise.all(
          (await prepareOrders(count)).map(async (order) =>
            Object.assign(order, { version: JSON.parse(await get(`${orders}/${order.id}`)).version }),
          ),
        ),
      run: changeStatus(status.delivered),
    },
    {
      name: "call",
      isHot: true,
      prepare: async (count) => Array.from({ length: count }, (_, at) => at),
      run: (at) =>
        send(
          "POST",
          "/api/PhoneTracker/Call",
          { callId: randomUUID(), number: openOrder(at).phone, event: "StartRing", at: new Date().toISOString() },
          { Authorization: `Bearer ${phoneTokens[at % phoneTokens.length]}` },
        ),
    },
    read("customer segments", () => `/api/Customer/Segment/Company/${companyId}`, false),
    ...readReports().map(({ name, path }) => read(name, () => path, false)),
  ];
};

/**
 * Opens the event stream of the user and saves `count` orders, with random pauses between the saves. Returns the time
 * from the start of each save to the arrival of its event, ms. Throws if an event does not arrive within 10 s.
 */
export const measureEvents = async (client, count) => {
  const abort = new AbortController();
  const answer = await fetch(`${client.origin}/api/Event`, {
    headers: { ...client.headers, accept: "text/event-stream" },
    signal: abort.signal,
  });
  const arrivals = new Map();
  const listen = async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of answer.body) {
      const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n\n");
      rest = blocks.pop();
      for (const [, json] of blocks.map((block) => /^data: (.*)$/m.exec(block) ?? [])) {
        const { type, id } = json ? JSON.parse(json) : {};
        if (type === "order" && !arrivals.has(id)) arrivals.set(id, performance.now());
      }
    }
  };
  const listening = listen().catch(() => undefined);
  try {
    const [{ id, defaultCategoryId }] = JSON.parse(await client.get(`/api/Item/Company/${companyId}`));
    const times = [];
    for (let at = 0; at < count; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * POLL_MS));
      const begun = performance.now();
      const body = { items: [{ itemId: id, categoryId: defaultCategoryId, count: 1 }], phone: "+79160000000" };
      const order = JSON.parse(await client.send("POST", `/api/Order/Company/${companyId}`, body));
      while (!arrivals.has(order.id)) {
        if (performance.now() - begun > 10_000) throw new Error("An event of the benchmark did not arrive.");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      times.push(arrivals.get(order.id) - begun);
    }
    return times;
  } finally {
    abort.abort();
    await listening;
  }
};
