import { sql } from "kysely";
import { expect, vi } from "vitest";
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
  /**
   * Resolves when the server has delivered all events that were written before the call and that the user may read.
   * Writes an additional event for this user and waits for it, because events are delivered by ascending id.
   */
  readonly caughtUp: () => Promise<void>;
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

/**
 * Id in the last marker event. `caughtUp` writes marker events, which have negative record ids and are not added to
 * `messages`.
 */
let lastMarker = 0;

const markerOf = ({ data }: StreamMessage): number | undefined => {
  const id: unknown = Reflect.get(Object(data), "id");
  return typeof id === "number" && id < 0 ? id : undefined;
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
  const markers = new Set<number>();
  const keep = (message: StreamMessage): void => {
    const marker = markerOf(message);
    if (marker === undefined) messages.push(message);
    else markers.add(marker);
  };
  const caughtUp = async (): Promise<void> => {
    // The first poll of the event tail delivers no events, so a new marker is written until one arrives.
    await vi.waitFor(
      async () => {
        lastMarker -= 1;
        const marker = lastMarker;
        await sql`insert into event (topic, user_id, entity_id)
          select 'override', id, ${marker} from app_user where user_name = ${as}`.execute(world.db);
        await vi.waitFor(() => expect(markers).toContain(marker), { timeout: 1000, interval: 20 });
      },
      { timeout: 30_000 },
    );
  };
  const read = async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const message of blocks.flatMap((block) => parse(block) ?? [])) keep(message);
    }
  };
  return {
    status: response.status,
    messages,
    caughtUp,
    ended: read().catch(() => undefined),
    stop: () => abort.abort(),
  };
};
