import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "./load.mjs";

/** Number of changes that are measured on each screen. */
const CHANGES = 20;
/** Number of changes before the measured ones. The first changes are slower, because the server has just started. */
const WARM_UP = 2;
/** Maximum pause before a change, ms. A random pause spreads the changes over the polling interval of the server. */
const PAUSE_MS = 600;
/** Time limit for a change to appear, ms. The run fails if the change is not shown within this time. */
const LIMIT_MS = 10_000;

/** Returns a function that calls the API as a user. Throws if the server refuses the call. */
const callerOf = async ({ origin, signIn }, userName) => {
  const { Authorization } = await signIn(userName);
  return async (method, path, body) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        Authorization,
        "Idempotency-Key": randomUUID(),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
};

/**
 * Returns the screens of the benchmark. `start` prepares a screen and returns its path and `change`, which changes data
 * as another user and returns the selector (and optionally the text) of the changed element.
 */
const screensOf = ({ manager, operator, owner, courier }) => {
  let dish;
  const createOrder = async (more = {}) => {
    dish ??= (await operator("GET", "/api/Item/Company/1")).find(({ price }) => price > 0);
    return operator("POST", "/api/Order/Company/1", {
      items: [{ itemId: dish.id, categoryId: dish.categoriesId[0], count: 1 }],
      phone: "+79160000000",
      deliveryAddress: "ул. Садовая",
      deliveryAddressBuilding: "7",
      ...more,
    });
  };
  const setStatus = (id, orderStatusId) => manager("PATCH", `/api/Order/Company/1/${id}`, { orderStatusId });
  const changeNote = async ({ id, phone, items }, note) => {
    const lines = items.map(({ id: line, itemId, categoryId, count }) => ({ id: line, itemId, categoryId, count }));
    await manager("POST", `/api/Order/${id}/Company/1`, { phone, items: lines, note });
    return { selector: "main", text: note };
  };
  const assign = (order, courierId) =>
    manager("POST", `/api/DeliveryStop/${order.id}/Company/1/Assign`, { courierId, seenCourierId: null });
  /** Returns the screen of an order at the path that `pathOf` returns. Another user changes the note of the order. */
  const orderScreen = (pathOf) => async () => {
    const order = await createOrder();
    return { path: pathOf(order), change: (turn) => changeNote(order, `Перезвонить ${turn}`) };
  };
  const kitchenScreen = (path) => async () => ({
    path,
    change: async () => {
      const order = await createOrder();
      return { selector: `[data-order="${order.id}"]` };
    },
  });
  return [
    {
      name: "badge of the notifications",
      user: "manager",
      start: async () => ({
        path: "/Company/1/Customer",
        change: async (_, page) => {
          const bell = 'button[aria-label^="Уведомления"]';
          const before = await page.locator(bell).getAttribute("aria-label");
          await createOrder();
          return { selector: `${bell}:not([aria-label="${before}"])` };
        },
      }),
    },
    {
      name: "order list",
      user: "cashier",
      start: async () => ({
        path: "/Company/1?sort=number",
        change: async () => ({ selector: `tr[data-row="${(await createOrder()).id}"]` }),
      }),
    },
    {
      name: "stage board",
      user: "cashier",
      start: async () => {
        const { id } = await createOrder();
        return {
          path: "/Company/1/Board",
          change: async (turn) => {
            const status = 2 + (turn % 2);
            await setStatus(id, status);
            return { selector: `[data-column="${status}"] [data-card="${id}"]` };
          },
        };
      },
    },
    { name: "kitchen, new order", user: "kitchen", start: kitchenScreen("/Company/1/Kitchen") },
    {
      name: "kitchen, tap of another cook",
      user: "kitchen",
      start: async () => ({
        path: "/Company/1/Kitchen",
        change: async () => {
          const { id } = await createOrder();
          const line = (await owner("GET", "/api/Kitchen/Company/1")).find(({ orderId }) => orderId === id);
          const body = { at: new Date().toISOString(), digest: line.digest };
          await owner("POST", `/api/Kitchen/${line.id}/Company/1/Start`, body);
          return { selector: `section[aria-label="Готовится"] [data-order="${id}"]` };
        },
      }),
    },
    { name: "kitchen display, new order", user: "kitchen", start: kitchenScreen("/Company/1/Kitchen/Display") },
    {
      name: "delivery, order taken by a courier",
      user: "manager",
      start: async () => ({
        path: "/Company/1/Delivery",
        change: async () => {
          const order = await createOrder();
          await courier("POST", `/api/DeliveryStop/${order.id}/Company/1/Take`, {});
          return { selector: 'section[aria-label="Денис Воронов"] li', text: `№ ${order.internalId}` };
        },
      }),
    },
    {
      name: "courier's deliveries, order assigned",
      user: "courier",
      start: async () => ({
        path: "/Company/1/Delivery/My",
        change: async () => {
          const order = await createOrder();
          await assign(order, 7);
          return { selector: "main li", text: `№ ${order.internalId}` };
        },
      }),
    },
    { name: "order screen", user: "cashier", start: orderScreen(({ id }) => `/Company/1/Order/${id}`) },
    {
      name: "order beside the list",
      user: "cashier",
      prepare: (page) => page.locator("tr[data-row] td.num").first().click(),
      start: orderScreen(() => "/Company/1?sort=number"),
    },
    {
      name: "print queue",
      user: "manager",
      start: async () => ({
        path: "/Company/1/Printer/Queue",
        change: async () => {
          const order = await createOrder();
          await operator("POST", `/PreBill/Company/1/${order.id}/UsedStockItems`);
          return { selector: "tr", text: `заказ № ${order.internalId}` };
        },
      }),
    },
  ];
};

/** Signs in on the login page and opens a path. Returns when the event stream of the page is open. */
const openLive = async (page, origin, user, path) => {
  const isLive = page.waitForResponse((response) => response.url().endsWith("/api/Event"));
  await page.goto(`${origin}/login.html?return=${encodeURIComponent(path)}`);
  await page.getByLabel("Имя пользователя").fill(user);
  await page.getByLabel("Пароль", { exact: true }).fill(`${user}-demo`);
  await page.getByRole("button", { name: "Войти" }).click();
  await isLive;
  await page.locator("#main").waitFor();
  // After the first event of the stream, the screen reads its data again. The measurement begins after these reads.
  await page.waitForTimeout(2_000);
};

/**
 * Waits until the page shows a visible element with a text, and returns the time, ms since 1970. Throws after
 * `LIMIT_MS`.
 */
const shownAt = (page, { selector, text = "" }) =>
  page.evaluate(
    ([wanted, content, limit]) =>
      new Promise((resolve, reject) => {
        const end = performance.now() + limit;
        const look = () => {
          const found = [...document.querySelectorAll(wanted)].some(
            (element) => element.checkVisibility() && element.textContent.includes(content),
          );
          if (found) resolve(Date.now());
          else if (performance.now() > end) reject(new Error(`The page did not show ${wanted} ${content}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text, LIMIT_MS],
  );

const measureScreen = async (browser, product, { user, prepare, start }) => {
  const { path, change } = await start();
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await openLive(page, product.origin, user, path);
  await prepare?.(page);
  const delays = [];
  for (let turn = 0; turn < WARM_UP + CHANGES; turn += 1) {
    await sleep(Math.random() * PAUSE_MS);
    const shown = await change(turn, page);
    const answeredAt = Date.now();
    delays.push(Math.max(0, (await shownAt(page, shown)) - answeredAt));
  }
  await context.close();
  const measured = delays.slice(WARM_UP);
  return { median: percentile(measured, 0.5), p95: percentile(measured, 0.95) };
};

/**
 * Measures the delay of live updates in the browser: the time from the answer to another user's change until the screen
 * shows the change, ms. Returns the median and the 95th percentile for each screen.
 */
export const measureLiveScreens = async (browser, product) => {
  const names = ["manager", "operator", "owner", "courier"];
  const callers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await callerOf(product, name)])),
  );
  const figures = [];
  for (const screen of screensOf(callers))
    figures.push({ name: screen.name, ...(await measureScreen(browser, product, screen)) });
  return figures;
};
