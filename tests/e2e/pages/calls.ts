import { expect, type Page, type Request, type Route } from "@playwright/test";

/** Holds the calls for one address until the test says what becomes of them. */
export const holding = async (page: Page, address: RegExp) => {
  const held = new Map<string, Route[]>();
  const silent = new Set<string>();
  const noAnswer = (route: Route) => route.fulfill({ status: 502, headers: { "Retry-After": "0" } });
  const take = async (method: string): Promise<Route[]> => {
    await expect.poll(() => held.get(method)?.length ?? 0).toBeGreaterThan(0);
    const routes = held.get(method) ?? [];
    held.delete(method);
    return routes;
  };
  await page.route(address, async (route) => {
    const method = route.request().method();
    if (silent.has(method)) return noAnswer(route);
    held.set(method, [...(held.get(method) ?? []), route]);
  });
  return {
    /** The call goes to the server, and its answer to the page. */
    pass: async (method: string) => {
      for (const route of await take(method)) await route.continue();
    },
    /** A gateway answers in the server's place, however often the page asks; the call itself is kept. */
    lose: async (method: string): Promise<Request | undefined> => {
      const routes = await take(method);
      silent.add(method);
      for (const route of routes) await noAnswer(route);
      return routes[0]?.request();
    },
    listen: (method: string) => silent.delete(method),
  };
};
