type Call = (request: Request) => Promise<Response>;

/** A GET that was started before the code that wants it had come; the first call of its address takes the answer. */
export interface PrefetchCache {
  /** Starts a GET of an address (path and query) unless one is under way. */
  prefetch: (address: string) => void;
  /** Puts in an answer that something else is waiting for. */
  put: (address: string, answer: Promise<Response>) => void;
  /** The fetch for the typed client: takes what was started for the address, else calls. */
  fetch: Call;
  /** Another way of calling, whose changes are heard of too. */
  invalidateOnWrite: (call: Call) => Call;
}

const FRESH_MS = 5_000;

/** Calls that report what is done in the browser, or bring a token; they change nothing that a screen shows. */
const REPORTS = /\/(Metrics|Error|token(\/.*)?)$/;

/** Whether the server may hold something else after the call than before. */
const isChange = ({ method, url }: Request): boolean => method !== "GET" && !REPORTS.test(new URL(url).pathname);

/** The answer with its body read: whoever takes it has the data within the same task, and draws them in the first frame. */
const readThrough = async (response: Response): Promise<Response> => {
  if (response.status !== 200) return response;
  const text = await response.text();
  return Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
};

/** Answers ahead of their calls, each used once, within 5 s and before any change; one that failed is asked for again in the ordinary way. */
export const createPrefetchCache = (base: string, call: Call): PrefetchCache => {
  const waiting = new Map<string, Promise<Response>>();
  const offer = (address: string, begun: Promise<Response>) => {
    const answer = begun.then(readThrough);
    waiting.set(base + address, answer);
    answer.catch(() => waiting.delete(base + address));
    setTimeout(() => waiting.delete(base + address), FRESH_MS);
  };
  const take = async (request: Request): Promise<Response | undefined> => {
    const address = request.url.startsWith(base) ? request.url : undefined;
    const answer = address === undefined ? undefined : waiting.get(address);
    if (!address || !answer || request.method !== "GET") return undefined;
    waiting.delete(address);
    const response = await answer.catch(() => undefined);
    return response?.ok ? response : undefined;
  };
  const heed =
    (carry: Call): Call =>
    async (request) => {
      if (!isChange(request)) return carry(request);
      waiting.clear();
      return carry(request).finally(() => waiting.clear());
    };
  const send = heed(call);
  return {
    put: offer,
    prefetch: (address) => {
      if (!waiting.has(base + address)) offer(address, call(new Request(base + address)));
    },
    fetch: async (request) => (await take(request)) ?? send(request),
    invalidateOnWrite: heed,
  };
};
