/** Function that sends a request. `attempts` is the number of attempts that were already made. */
type Call = (request: Request, attempts?: number) => Promise<Response>;

interface Entry {
  readonly answer: Promise<Response>;
  /** True if no further attempt may be made after a failure (platform, section 8). */
  readonly isFinal: boolean;
}

/**
 * Cache for GET responses that are requested before the code of their screen is loaded. Each response is used only
 * once.
 */
export interface PrefetchCache {
  /** Sends a GET request if the cache does not contain its response yet. `address` is a path with a query string. */
  prefetch: (address: string) => void;
  /**
   * Stores the pending response of a request that was sent elsewhere. If that request fails or is refused, `fetch`
   * sends it again with the remaining attempts.
   */
  put: (address: string, answer: Promise<Response>) => void;
  /** `fetch` for the API client. Returns the cached response or, without one, sends the request. */
  fetch: Call;
  /** Returns a wrapper of another `fetch`. A write through the wrapper clears the cache. */
  invalidateOnWrite: (call: Call) => Call;
}

const FRESH_MS = 5_000;

/** Paths of telemetry and tokens. A POST to such a path changes no data that a screen shows. */
const REPORTS = /\/(Metrics|Error|token(\/.*)?)$/;

/** Returns true if the request may change data that a screen shows. */
const isWrite = ({ method, url }: Request): boolean => method !== "GET" && !REPORTS.test(new URL(url).pathname);

/**
 * Reads the body of a successful answer before the screen requests the data. The screen can then show the data in
 * its first frame.
 */
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

/**
 * Creates a prefetch cache that drops a response 5 s after its request, and all responses when a write begins or ends.
 * A prefetched request is already retried, so its failure is returned without another attempt.
 */
export const createPrefetchCache = (base: string, call: Call): PrefetchCache => {
  const waiting = new Map<string, Entry>();
  const put = (address: string, response: Promise<Response>, isFinal: boolean) => {
    const url = base + address;
    const answer = response.then(readBody);
    const drop = () => {
      if (waiting.get(url)?.answer === answer) waiting.delete(url);
    };
    waiting.set(url, { answer, isFinal });
    answer.catch(drop);
    setTimeout(drop, FRESH_MS);
  };
  const take = async (request: Request): Promise<Response | undefined> => {
    const entry = waiting.get(request.url);
    if (!entry || request.method !== "GET") return undefined;
    waiting.delete(request.url);
    const { answer, isFinal } = entry;
    const response = await Promise.race([
      isFinal ? answer : answer.catch(() => undefined),
      rejectOnAbort(request.signal),
    ]);
    return isFinal || response?.ok ? response : call(request, 1);
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
    put: (address, answer) => put(address, answer, false),
    prefetch: (address) => {
      if (!waiting.has(base + address)) put(address, call(new Request(base + address)), true);
    },
    fetch: async (request) => (await take(request)) ?? send(request),
    invalidateOnWrite,
  };
};
