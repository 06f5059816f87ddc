/** A GET that was started before the code that wants it had come; the first call of its address takes the answer. */
export interface Ahead {
  /** Starts a GET of an address (path and query) unless one is under way. */
  start: (address: string) => void;
  /** Puts in an answer that something else is waiting for. */
  offer: (address: string, answer: Promise<Response>) => void;
  /** The fetch for the typed client: takes what was started for the address, else calls. */
  fetch: (request: Request) => Promise<Response>;
}

const FRESH_MS = 5_000;

/** Answers ahead of their calls, each used once and within 5 s; one that failed is asked for again in the ordinary way. */
export const createAhead = (base: string, call: (request: Request) => Promise<Response>): Ahead => {
  const waiting = new Map<string, Promise<Response>>();
  const offer = (address: string, answer: Promise<Response>) => {
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
  return {
    offer,
    start: (address) => {
      if (!waiting.has(base + address)) offer(address, call(new Request(base + address)));
    },
    fetch: async (request) => (await take(request)) ?? call(request),
  };
};
