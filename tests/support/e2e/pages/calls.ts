import { expect, type Page, type Request, type Route } from "@playwright/test";

type Outcome = (route: Route) => Promise<void>;

const pass: Outcome = (route) => route.continue();

const noAnswer: Outcome = (route) => route.fulfill({ status: 502, headers: { "Retry-After": "0" } });

/** Time without a request after which the page is assumed to have stopped retrying, milliseconds. */
const QUIET_MS = 300;

/**
 * Holds the requests to an address until the test sets the outcome for their HTTP method; until `hold` is called, later
 * requests of this method get the same outcome. Blocks the live feed, because its events would cause additional
 * requests.
 */
export const holdCalls = async (page: Page, address: RegExp) => {
  const outcomes = new Map<string, Outcome>();
  let held: Route[] = [];
  const take = async (method: string, outcome: Outcome) => {
    outcomes.set(method, outcome);
    const taken = held.filter((route) => route.request().method() === method);
    held = held.filter((route) => !taken.includes(route));
    for (const route of taken) await outcome(route);
  };
  await page.route("**/api/Event", (route) => route.abort());
  await page.route(address, async (route) => {
    const outcome = outcomes.get(route.request().method());
    if (outcome) return outcome(route);
    held.push(route);
  });
  return {
    hold: () => outcomes.clear(),
    /** Lets all requests with the given HTTP method reach the server. */
    pass: (method: string) => take(method, pass),
    /** Lets only the next request with the given HTTP method reach the server. */
    passNext: (method: string) => {
      outcomes.set(method, (route) => {
        outcomes.delete(method);
        return pass(route);
      });
    },
    /**
     * Answers 502 to all requests with the given HTTP method, and waits until the page stops retrying. Returns the first
     * of these requests.
     */
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

/**
 * Delivers a lost request to the server later, as a slow network would. Throws if no request was lost or the server
 * refuses the request.
 */
export const sendLate = async (page: Page, lost: Request | undefined): Promise<void> => {
  if (!lost) throw new Error("No call was lost");
  const data = lost.postDataBuffer();
  const answer = await page.request.fetch(lost.url(), {
    method: lost.method(),
    headers: await lost.allHeaders(),
    ...(data && { data }),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
};
