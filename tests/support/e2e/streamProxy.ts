import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";

const STREAM = "/api/Event";

/** Request for the event stream. */
interface StreamRequest {
  /** Id of the last event that the client has received. Undefined if the client has received none. */
  readonly lastEventId: string | undefined;
}

/** Proxy in front of a server. It passes all requests, and can damage the event stream as a bad network would. */
export interface StreamProxy {
  readonly origin: string;
  /** Requests for the event stream, the first one first. */
  readonly streams: readonly StreamRequest[];
  /**
   * Breaks the connection of the event stream in the middle of the next message. Returns the part of the message that
   * the client has received.
   */
  readonly cutNextMessage: () => Promise<string>;
  /**
   * From now on, passes the event streams only in blocks of at least `bytes` bytes, as a buffering proxy does. The
   * headers of a new stream wait for its first block.
   */
  readonly bufferStreams: (bytes: number) => void;
  readonly stop: () => Promise<void>;
}

const isMessage = (chunk: Buffer): boolean => chunk.toString().startsWith("id:");

/** Starts a proxy for the local port `target`. */
export const startStreamProxy = async (target: number): Promise<StreamProxy> => {
  const streams: StreamRequest[] = [];
  let block = 0;
  let cut: ((received: string) => void) | undefined;

  const passStream = async (answer: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    let held = Buffer.alloc(0);
    const writeHead = () => {
      if (!outgoing.headersSent) outgoing.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
    };
    if (block === 0) writeHead();
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      held = Buffer.concat([held, chunk]);
      if (held.length < block) continue;
      writeHead();
      if (cut && isMessage(held)) {
        const part = held.subarray(0, held.indexOf("data:") + 12);
        await new Promise((resolve) => outgoing.write(part, resolve));
        await turn();
        outgoing.destroy();
        cut(part.toString());
        cut = undefined;
        return;
      }
      outgoing.write(held);
      held = Buffer.alloc(0);
    }
    outgoing.end();
  };

  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const isStream = url === STREAM;
    if (isStream) streams.push({ lastEventId: headers["last-event-id"]?.toString() });
    const onward = request({ host: "127.0.0.1", port: target, method, path: url, headers }, (answer) => {
      if (isStream) return void passStream(answer, outgoing).catch(() => outgoing.destroy());
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    streams,
    cutNextMessage: () =>
      new Promise((resolve) => {
        cut = resolve;
      }),
    bufferStreams: (bytes) => {
      block = bytes;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
};
