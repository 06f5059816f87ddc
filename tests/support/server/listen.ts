import type { World } from "./testServer.ts";

/** Message of an event stream. */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** Event stream that a test has opened. */
export interface Listening {
  readonly status: number;
  readonly messages: readonly StreamMessage[];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

const parse = (block: string): StreamMessage | undefined => {
  const field = (name: string) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field("data");
  return data === undefined
    ? undefined
    : { id: field("id"), event: field("event") ?? "message", data: JSON.parse(data) };
};

/** Opens an event stream as a demo user. The server must be listening on a port. */
export const openStream = async (world: World, as: string, lastEventId?: string): Promise<Listening> => {
  const address = world.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/Event`, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${await world.tokenOf(as)}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal: abort.signal,
  });
  const messages: StreamMessage[] = [];
  const read = async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n\n");
      rest = blocks.pop() ?? "";
      messages.push(...blocks.flatMap((block) => parse(block) ?? []));
    }
  };
  return { status: response.status, messages, ended: read().catch(() => undefined), stop: () => abort.abort() };
};
