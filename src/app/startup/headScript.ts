// Script in the page's head, which runs before the application. It applies the theme. If there is no stored session, it
// redirects to the login page. Otherwise it requests the data of the first paint with the tab's stored token. If this
// token is missing or expired and the session is in a cookie, the script requests a new token first. Without a token it
// requests no data.
import { parseOrderListPath } from "../routing/orderListPath.ts";
import { readTabToken } from "../session/storage.ts";

/** Requests that the script in the page's head has sent. `startServices` uses their responses. */
export interface EarlyRequests {
  refresh?: Promise<unknown>;
  firstData?: readonly { address: string; answer: Promise<Response> }[];
}

declare global {
  var earlyRequests: EarlyRequests | undefined;
  var appConfig: unknown;
}

const option = (name: string): unknown =>
  typeof appConfig === "object" && appConfig !== null ? Reflect.get(appConfig, name) : undefined;

const apiBase = String(option("apiBase") ?? "");
const hasCookie = option("session") !== "body";

const timeout = Number(option("requestTimeout"));
/**
 * Returns a signal with the time limit of API calls. Without a time limit, the list would load endlessly if the server
 * did not answer.
 */
const limit = (): AbortSignal => AbortSignal.timeout(timeout > 0 ? timeout : 20_000);

const addresses = { open: "MediumSummury?isOpenedOnly=true", summary: "Summury", medium: "MediumSummury" };

/** Returns true if an earlier page load has cached the value `name` for a user. */
const isCached = (name: string): boolean => Object.keys(localStorage).some((key) => key.endsWith(`:${name}`));

/**
 * Returns the addresses of the data that the first paint needs: the companies, and on the path of an order list also
 * the orders, statuses and tags. Cached data are left out, and so are the orders if the URL contains dates.
 */
const firstAddresses = (): readonly string[] => {
  const list = parseOrderListPath(location.pathname);
  const companies = isCached("companies") ? [] : ["/api/Company"];
  if (!list) return companies;
  const { companyId, view } = list;
  return [
    ...(/date=/i.test(location.search) ? [] : [`/api/Order/Company/${companyId}/${addresses[view]}`]),
    ...companies,
    ...(isCached(`references:${companyId}`)
      ? []
      : [`/api/OrderStatus/Company/${companyId}`, `/api/Tag/Company/${companyId}`]),
  ];
};

const refresh = (): Promise<unknown> => {
  const send = async () => {
    const response = await fetch(`${apiBase}/token/refresh`, {
      method: "POST",
      credentials: "include",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ grantType: "refresh_token", refresh_token: "" }),
      signal: limit(),
    });
    return response.ok ? response.json() : Promise.reject(new Error("The session machine repeats the request"));
  };
  return navigator.locks.request("session", { ifAvailable: true }, (lock) =>
    lock ? send() : Promise.reject(new Error("Another tab refreshes")),
  );
};

const tokenOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null ? String(Reflect.get(answer, "access_token")) : "";

const startEarlyRequests = (): EarlyRequests => {
  const kept = readTabToken();
  const isUsable = kept !== undefined && kept.expiry > performance.timeOrigin + performance.now() + 1_000;
  const refreshed = !isUsable && hasCookie && "locks" in navigator ? refresh() : undefined;
  refreshed?.catch(() => {});
  const token = isUsable ? Promise.resolve(kept.token) : refreshed?.then(tokenOf);
  if (!token) return {};
  token.catch(() => {});
  const firstData = firstAddresses().map((address) => {
    const answer = token.then((value) =>
      fetch(apiBase + address, { headers: { Authorization: `Bearer ${value}` }, signal: limit() }),
    );
    answer.catch(() => {});
    return { address, answer };
  });
  return { ...(refreshed && { refresh: refreshed }), firstData };
};

/** Replaces the text "Загрузка…" by a message that the application could not be started. */
const showStartFailure = () => {
  for (const part of document.querySelectorAll<HTMLElement>("main[aria-busy] > *")) part.hidden = !part.hidden;
};

// This listener shows the message only if a script failed to load. The application reports all other errors itself.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && showStartFailure(), true);

try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
  if (localStorage.getItem("session")) globalThis.earlyRequests = startEarlyRequests();
  else {
    const here = location.pathname + location.search;
    // The start page is not passed as `return`, so that the sign-in opens the user's work screen.
    const query = here + location.hash === "/" ? "" : `?return=${encodeURIComponent(here)}`;
    location.replace(`/login.html${query}${location.hash}`);
  }
} catch {
  // Access to local storage throws if the browser blocks it. Without storage the application cannot start.
  showStartFailure();
}
