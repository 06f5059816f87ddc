import { type EventObject, fromCallback } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { createEventParser, type ServerSentEvent } from "#api/serverSentEvents.ts";
import type { FeedReport } from "#machines/core/environment.ts";
import type { StreamEvent, StreamInput } from "#machines/shell/liveFeed.machine.ts";
import type { Session } from "../session/startSession.ts";

/**
 * Time limit for the headers of the answer, ms. It must exceed the 30 s after which the machine ends a silent stream:
 * otherwise a proxy that buffers the stream would be reported as an outage.
 */
const OPENING_MS = 60_000;

const MEDIA_TYPE = "text/event-stream";

/** HTTP statuses with which a server answers an operation that it does not have. */
const MISSING = [404, 405, 501];

const reportOf = (data: string): FeedReport | undefined => {
  try {
    const event: unknown = JSON.parse(data);
    if (!hasFields(event, { type: "string", id: "number" })) return undefined;
    return { type: "data.changed", topic: Reflect.get(event, "type"), id: Reflect.get(event, "id") };
  } catch {
    return undefined;
  }
};

const eventOf = ({ event, id, data }: ServerSentEvent): StreamEvent => {
  if (event === "reset") return { type: "stream.reset" };
  const report = reportOf(data);
  if (id === undefined || report === undefined) return { type: "stream.alive" };
  return { type: "stream.event", id, report };
};

/**
 * Opens the event stream. `fetchBy` returns when the headers have arrived, so the caller reads the body while the
 * connection is open.
 */
const openStream = async (
  fetchBy: Session["fetchBy"],
  url: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response> => {
  let opened: Response | undefined;
  const fetchHead = fetchBy(async (request) => {
    opened = await fetch(new Request(request, { signal }));
    return new Response(null, { status: opened.status, headers: opened.headers });
  }, OPENING_MS);
  const headers = { Accept: MEDIA_TYPE, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) };
  const head = await fetchHead(new Request(url, { headers, signal }));
  return opened ?? head;
};

/**
 * Returns the actor that reads the server's event stream and sends each event to the machine of the live feed. It also
 * reports that the stream has ended, or that the server has none.
 */
export const createEventStream = (fetchBy: Session["fetchBy"], url: string) =>
  fromCallback<EventObject, StreamInput>(({ sendBack, input: { lastEventId } }) => {
    const stop = new AbortController();
    const send = (event: StreamEvent) => sendBack(event);
    const read = async (): Promise<void> => {
      const { status, headers, body } = await openStream(fetchBy, url, lastEventId, stop.signal);
      if (MISSING.includes(status)) return send({ type: "stream.missing" });
      if (status !== 200 || !body || headers.get("Content-Type")?.startsWith(MEDIA_TYPE) !== true)
        return send({ type: "stream.closed" });
      const parse = createEventParser();
      const decoder = new TextDecoder();
      const reader = body.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return send({ type: "stream.closed" });
        const messages = parse(decoder.decode(value, { stream: true }));
        if (messages.length === 0) send({ type: "stream.alive" });
        for (const message of messages) send(eventOf(message));
      }
    };
    read().catch(() => {
      if (!stop.signal.aborted) send({ type: "stream.closed" });
    });
    return () => stop.abort();
  });
