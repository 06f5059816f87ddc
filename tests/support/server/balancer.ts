import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** Request that a server has answered. */
interface Passed {
  readonly method: string;
  readonly path: string;
  /** Index of the server. */
  readonly server: number;
}

/** Load balancer in front of several servers. */
export interface Balancer {
  readonly url: string;
  /** Answered requests, the first answered one first. */
  readonly passed: readonly Passed[];
  /** Replaces a server, for example by a new server on another port. */
  readonly setServer: (index: number, url: string) => void;
  readonly stop: () => Promise<void>;
}

const CHECKED_EVERY_MS = 100;
const CHECK_MS = 2000;

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(CHECK_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" || method === "HEAD" || headers["idempotency-key"] !== undefined;

const isRefused = (failure: Error): boolean => "code" in failure && failure.code === "ECONNREFUSED";

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/**
 * Starts a balancer that passes each request to the next ready server in turn. If the connection is refused and the
 * request is repeatable (a GET, a HEAD or a request with an idempotency key), the balancer passes the request to the
 * following server. Any other failure before the response is answered with 502.
 */
export const startBalancer = async (urls: readonly string[]): Promise<Balancer> => {
  const servers = urls.map((url) => ({ url, isReady: true }));
  const passed: Passed[] = [];
  const agent = new Agent({ keepAlive: false });
  let turn = 0;

  const takeNext = (): number => {
    const from = turn++;
    const order = servers.map((_, offset) => (from + offset) % servers.length);
    return order.find((index) => servers[index]?.isReady) ?? from % servers.length;
  };

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, attempt = 1): void => {
    const index = takeNext();
    const { method = "", url: path = "", headers, socket } = incoming;
    const forwarded = { ...headers, "x-forwarded-for": socket.remoteAddress ?? "", "x-forwarded-proto": "http" };
    const onward = request(
      new URL(path, servers[index]?.url),
      { method, agent, headers: { ...forwarded, connection: "close" } },
      (answer) => {
        passed.push({ method, path, server: index });
        const { connection: _, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept);
        answer.on("error", () => outgoing.destroy());
        answer.pipe(outgoing);
      },
    );
    onward.on("error", (failure) => {
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
      else if (isRefused(failure) && isRepeatable(incoming) && attempt < servers.length)
        pass(incoming, outgoing, body, attempt + 1);
      else outgoing.writeHead(502).end();
    });
    outgoing.on("close", () => onward.destroy());
    onward.end(body);
  };

  const front = createServer((incoming, outgoing) => {
    readBody(incoming).then(
      (body) => pass(incoming, outgoing, body),
      () => outgoing.destroy(),
    );
  });
  const checking = setInterval(() => {
    for (const server of servers)
      void isReady(server.url).then((ready) => {
        server.isReady = ready;
      });
  }, CHECKED_EVERY_MS);
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const address = front.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    passed,
    setServer: (index, url) => {
      servers[index] = { url, isReady: true };
    },
    stop: async () => {
      clearInterval(checking);
      front.close();
      front.closeAllConnections();
      await once(front, "close");
    },
  };
};
