import { expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { createSessionTransport } from "#machines/session/sessionTransport.ts";
import { withTimeLimit } from "#machines/session/timeLimit.ts";

const html = { headers: { "Content-Type": "text/html; charset=utf-8" } };
const refresh = () => new Request("http://server/token/refresh", { method: "POST" });

/** Returns a transport that sends requests by `send`, and the connectivity machine that receives its reports. */
const givenTransport = (send: (request: Request) => Promise<Response>) => {
  const connectivity = createActor(connectivityMachine).start();
  return { connectivity, transport: createSessionTransport(connectivity, send) };
};

test.each([
  [502, {}],
  [503, {}],
  [504, {}],
  [200, html],
])(
  "a token refresh that a gateway answers with status %i and an HTML page — counts as an outage",
  async (status, init) => {
    const { connectivity, transport } = givenTransport(async () => new Response("<h1>Page</h1>", { status, ...init }));
    await transport(refresh());
    expect(connectivity.getSnapshot().value).toBe("away");
  },
);

test.each([200, 400, 401, 500])(
  "a token refresh that the server answers with status %i and JSON — ends an outage",
  async (status) => {
    const { connectivity, transport } = givenTransport(async () => Response.json({}, { status }));
    connectivity.send({ type: "call.unanswered" });
    const seen: string[] = [];
    connectivity.on("*", ({ type }) => seen.push(type));
    await transport(refresh());
    expect(seen).toEqual(["network.online"]);
  },
);

test("a token refresh without an answer in time — counts as an outage", async () => {
  vi.useFakeTimers();
  const { connectivity, transport } = givenTransport(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  const call = withTimeLimit(20_000, new AbortController().signal, (signal) =>
    transport(new Request(refresh(), { signal })),
  ).catch(({ name }: Error) => name);
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect([await call, connectivity.getSnapshot().value]).toEqual(["TimeoutError", "away"]);
});

test("a token refresh that the session aborts — does not count as an outage", async () => {
  const session = new AbortController();
  const { connectivity, transport } = givenTransport(({ signal }) => Promise.reject(signal.reason));
  session.abort();
  await expect(transport(new Request(refresh(), { signal: session.signal }))).rejects.toThrow();
  expect(connectivity.getSnapshot().value).toBe("online");
});

test("a token refresh that is aborted with the reason null — does not count as an outage, and fails with the error of the request", async () => {
  const session = new AbortController();
  const error = new TypeError("Failed to fetch");
  const { connectivity, transport } = givenTransport(() => Promise.reject(error));
  session.abort(null);
  await expect(transport(new Request(refresh(), { signal: session.signal }))).rejects.toBe(error);
  expect(connectivity.getSnapshot().value).toBe("online");
});
