import { randomUUID } from "node:crypto";
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { RECORD } from "#app/session/storage.ts";
import { readTokenAnswer } from "#machines/session/tokenAnswer.ts";
import { KNOWN_DEVICE, ports } from "./stackSettings.ts";

/**
 * User name of a demo user, or of a user who was hired for a test. The password is the user name with the suffix
 * `-demo`.
 */
export type Login =
  | "admin"
  | "owner"
  | "manager"
  | "operator"
  | "cashier"
  | "kitchen"
  | "courier"
  | "courier2"
  | "courier3"
  | "storekeeper"
  | "owner2"
  | "operator2"
  | Newcomer;

type Newcomer = `newcomer-${string}`;

/** Signs in on the login page and waits until the application is shown. */
export const signInByHand = async (page: Page, user: Login = "operator", path = "/Company/1"): Promise<void> => {
  await page.goto(`/login.html?return=${encodeURIComponent(path)}`);
  await page.getByLabel("Имя пользователя").fill(user);
  await page.getByLabel("Пароль", { exact: true }).fill(`${user}-demo`);
  await page.getByRole("button", { name: "Войти" }).click();
  await page.waitForURL(`**${path}`);
  await page.locator("#main").waitFor();
};

/**
 * Opens the application as a signed-in user without the login page. Sets the session cookie and stores the session in
 * the browser. Throws if the server refuses the sign-in.
 */
export const signInAs = async (page: Page, user: Login = "operator", path = "/Company/1"): Promise<void> => {
  const response = await page.request.post("/token", {
    data: { grantType: "password", userName: user, password: `${user}-demo` },
  });
  const answer = readTokenAnswer(await response.json());
  if (!answer) throw new Error(`${user} cannot sign in: ${await response.text()}`);
  const { lifeMs, roles, userId, userName } = answer;
  await page.goto("/config.js");
  // The test may have installed a fake clock in the page, so the time comes from the page.
  await page.evaluate(
    ([name, lifeMs, record]) => localStorage.setItem(name, JSON.stringify({ expiry: Date.now() + lifeMs, ...record })),
    [RECORD, lifeMs, { roles, userId, userName }] as const,
  );
  await page.goto(path);
  await page.locator("#main").waitFor();
};

/** Signs in as `signInAs` does, and waits until the event stream is open. */
export const signInLive = async (page: Page, user: Login, path: string): Promise<void> => {
  const open = page.waitForResponse((response) => response.url().endsWith("/api/Event"));
  await signInAs(page, user, path);
  await open;
};

/** API client of a signed-in user, for preparing data and checking results. */
export interface ApiUser {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: unknown) => Promise<T>;
  put: <T>(path: string, body: unknown) => Promise<T>;
  patch: <T>(path: string, body: unknown) => Promise<T>;
  remove: (path: string) => Promise<void>;
  /** Creates an order with two different dishes in the company of the client. */
  order: (over?: Partial<Schemas["OrderSave"]>) => Promise<Schemas["Order"]>;
  /** Returns the menu of the company of the client. */
  menu: () => Promise<Schemas["MenuItem"][]>;
}

const originOf = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * User of company 1 who is created for one test. The test may change the role of this user, end the user's sessions or
 * assign deliveries to the user.
 */
interface HiredUser {
  readonly id: number;
  readonly userName: Newcomer;
}

/** Ids of the public roles of the hired users. */
const roleIds = { operator: 3, courier: 6 };
type HiredRole = keyof typeof roleIds;

const createHire =
  (request: APIRequestContext, { post }: ApiUser) =>
  async (role: HiredRole = "operator"): Promise<HiredUser> => {
    const userName = `newcomer-${randomUUID()}` as const;
    const added = await post<Schemas["AddedCompanyUser"]>("/api/Company/1/User", {
      userName,
      roleId: roleIds[role],
    });
    const token = added.passwordLink?.split("/").at(-1);
    const set = await request.post(`${originOf(ports.server)}/password`, {
      data: { token, password: `${userName}-demo` },
    });
    expect(set.ok(), await set.text()).toBe(true);
    return { id: added.userId, userName };
  };

/**
 * Maximum age of a cached token, milliseconds. A token is valid for five minutes, and the longest test takes two
 * minutes.
 */
const MAX_TOKEN_AGE_MS = 150_000;

/**
 * Cached access tokens of users, keyed by origin and user name. Without the cache, the password hash of each
 * sign-in would take as long as all other work of a test.
 */
const tokens = new Map<string, { at: number; token: Promise<string> }>();

const requestToken = async (request: APIRequestContext, user: Login, origin: string): Promise<string> => {
  const answer = await request.post(`${origin}/token`, {
    data: { grantType: "password", userName: user, password: `${user}-demo`, tokenIn: "body" },
    headers: { Cookie: KNOWN_DEVICE },
  });
  return ((await answer.json()) as Schemas["Token"]).access_token;
};

const getToken = (request: APIRequestContext, user: Login, origin: string): Promise<string> => {
  const key = `${origin} ${user}`;
  const kept = tokens.get(key);
  if (kept && Date.now() - kept.at < MAX_TOKEN_AGE_MS) return kept.token;
  const token = requestToken(request, user, origin);
  tokens.set(key, { at: Date.now(), token });
  return token;
};

const createClient = (
  request: APIRequestContext,
  { origin, token, companyId }: { origin: string; token: string; companyId: number },
): ApiUser => {
  const headers = { Authorization: `Bearer ${token}` };
  const get = async <T>(path: string): Promise<T> => {
    const answer = await request.get(origin + path, { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  const write = async <T>(method: "post" | "put" | "patch", path: string, data: unknown): Promise<T> => {
    const answer = await request[method](origin + path, {
      data: data as object,
      headers: { ...headers, "Idempotency-Key": randomUUID() },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  const post = <T>(path: string, data: unknown) => write<T>("post", path, data);
  const remove = async (path: string): Promise<void> => {
    const answer = await request.delete(origin + path, { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const menu = () => get<Schemas["MenuItem"][]>(`/api/Item/Company/${companyId}`);
  return {
    get,
    post,
    put: (path, data) => write("put", path, data),
    patch: (path, data) => write("patch", path, data),
    remove,
    menu,
    order: async (over = {}) => {
      const [one, two] = (await menu()).filter(({ price }) => price > 0);
      if (!one || !two) throw new Error("The demo has no menu");
      const line = (item: Schemas["MenuItem"], count: number) => ({
        itemId: item.id,
        categoryId: item.defaultCategoryId ?? item.categoriesId[0] ?? 0,
        count,
      });
      return post<Schemas["Order"]>(`/api/Order/Company/${companyId}`, {
        items: [line(one, 2), line(two, 1)],
        phone: "+79160000001",
        deliveryAddress: "ул. Проверочная",
        deliveryAddressBuilding: "1",
        ...over,
      });
    },
  };
};

/**
 * Returns an API client that is signed in as a user at the server on `port`. The client creates orders in the company
 * `companyId` and reads the menu of this company.
 */
export const createApiUser = async (
  request: APIRequestContext,
  user: Login,
  companyId = 1,
  port = ports.server,
): Promise<ApiUser> => {
  const origin = originOf(port);
  return createClient(request, { origin, token: await getToken(request, user, origin), companyId });
};

/**
 * Returns an API client of company 1 that is signed in as a user with a new access token, at the server on `port`. Used
 * for servers with short-lived tokens.
 */
export const createFreshApiUser = async (request: APIRequestContext, user: Login, port: number): Promise<ApiUser> => {
  const origin = originOf(port);
  return createClient(request, { origin, token: await requestToken(request, user, origin), companyId: 1 });
};

/** Playwright's `test` with API clients of demo users, and with a function that creates a user for the test. */
export const test = base.extend<{
  admin: ApiUser;
  operator: ApiUser;
  manager: ApiUser;
  owner: ApiUser;
  courier: ApiUser;
  /** Operator of company 3, in which few tests create orders. */
  operator2: ApiUser;
  hire: (role?: HiredRole) => Promise<HiredUser>;
}>({
  admin: async ({ request }, use) => use(await createApiUser(request, "admin")),
  operator: async ({ request }, use) => use(await createApiUser(request, "operator")),
  manager: async ({ request }, use) => use(await createApiUser(request, "manager")),
  owner: async ({ request }, use) => use(await createApiUser(request, "owner")),
  courier: async ({ request }, use) => use(await createApiUser(request, "courier")),
  operator2: async ({ request }, use) => use(await createApiUser(request, "operator2", 3)),
  hire: async ({ request, owner }, use) => use(createHire(request, owner)),
});

export { expect };
