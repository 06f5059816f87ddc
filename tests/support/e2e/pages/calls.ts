import { expect, type Page, type Request, type Route } from "@playwright/test";

type Fate = (route: Route) => Promise<void>;

const pass: Fate = (route) => route.continue();

const noAnswer: Fate = (route) => route.fulfill({ status: 502, headers: { "Retry-After": "0" } });

/** Time without a further attempt after which the page has given up, ms. */
const QUIET_MS = 300;

/** Holds the calls for an address until the test decides their fate, which then applies to all later calls until `hold`. */
export const holding = async (page: Page, address: RegExp) => {
  const fates = new Map<string, Fate>();
  let held: Route[] = [];
  const take = async (method: string, fate: Fate) => {
    fates.set(method, fate);
    const taken = held.filter((route) => route.request().method() === method);
    held = held.filter((route) => !taken.includes(route));
    for (const route of taken) await fate(route);
  };
  await page.route(address, async (route) => {
    const fate = fates.get(route.request().method());
    if (fate) return fate(route);
    held.push(route);
  });
  return {
    hold: () => fates.clear(),
    /** Passes the calls to the server. */
    pass: (method: string) => take(method, pass),
    /** Passes only the next call to the server. */
    passNext: (method: string) => {
      fates.set(method, (route) => {
        fates.delete(method);
        return pass(route);
      });
    },
    /** Answers every attempt like a failing gateway. Returns the first lost request. */
    lose: async (method: string): Promise<Request> => {
      const lost: Request[] = [];
      let last = Date.now();
      await take(method, (route) => {
        lost.push(route.request());
        last = Date.now();
        return noAnswer(route);
      });
      await expect.poll(() => lost.length > 0 && Date.now() - last > QUIET_MS, { intervals: [50] }).toBe(true);
      const [first] = lost;
      if (!first) throw new Error("No call was lost");
      return first;
    },
  };
};

/** Sends a lost request to the server. */
export const arriveLate = async (page: Page, lost: Request | undefined): Promise<void> => {
  if (!lost) throw new Error("No call was lost");
  const data = lost.postDataBuffer();
  const answer = await page.request.fetch(lost.url(), {
    method: lost.method(),
    headers: await lost.allHeaders(),
    ...(data && { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
};
