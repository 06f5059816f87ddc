type Call = (request: Request) => Promise<Response>;

/** Cache of GET requests that are started before the code of their screen is loaded. Each response is used once. */
export interface PrefetchCache {
  /** Starts a GET request unless the same one is already cached. `address` is a path with a query string. */
  prefetch: (address: string) => void;
  /** Adds the response of a request that other code has already sent. */
  put: (address: string, answer: Promise<Response>) => void;
  /** `fetch` for the API client. It returns the cached response or sends the request. */
  fetch: Call;
  /** Wraps another `fetch`, so that its writes clear the cache too. */
  invalidateOnWrite: (call: Call) => Call;
}

const FRESH_MS = 5_000;

/** Paths of telemetry and tokens. A POST to them does not change any data that a screen shows. */
const REPORTS = /\/(Metrics|Error|token(\/.*)?)$/;

/** Returns true if the request may change data that a screen shows. */
const isWrite = ({ method, url }: Request): boolean => method !== "GET" && !REPORTS.test(new URL(url).pathname);

/** Reads the body in advance. Its data are then available without a further wait, so that the first frame can show them. */
const readBody = async (response: Response): Promise<Response> => {
  if (response.status !== 200) return response;
  const text = await response.text();
  return Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
};

/** Returns a promise that rejects when the signal aborts. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Creates a cache whose entries are dropped after 5 s or at any write. If a prefetch fails, the request is sent again. */
export const createPrefetchCache = (base: string, call: Call): PrefetchCache => {
  const waiting = new Map<string, Promise<Response>>();
  const put = (address: string, response: Promise<Response>) => {
    const answer = response.then(readBody);
    waiting.set(base + address, answer);
    answer.catch(() => waiting.delete(base + address));
    setTimeout(() => waiting.delete(base + address), FRESH_MS);
  };
  const take = async (request: Request): Promise<Response | undefined> => {
    const address = request.url.startsWith(base) ? request.url : undefined;
    const answer = address === undefined ? undefined : waiting.get(address);
    if (!address || !answer || request.method !== "GET") return undefined;
    waiting.delete(address);
    const response = await Promise.race([answer.catch(() => undefined), rejectOnAbort(request.signal)]);
    return response?.ok ? response : undefined;
  };
  const invalidateOnWrite =
    (transport: Call): Call =>
    async (request) => {
      if (!isWrite(request)) return transport(request);
      waiting.clear();
      return transport(request).finally(() => waiting.clear());
    };
  const send = invalidateOnWrite(call);
  return {
    put,
    prefetch: (address) => {
      if (!waiting.has(base + address)) put(address, call(new Request(base + address)));
    },
    fetch: async (request) => (await take(request)) ?? send(request),
    invalidateOnWrite,
  };
};
