import { expect, test } from "vitest";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { requestMachine } from "#machines/session/request.machine.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

test("session — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(sessionMachine);
  const { paths } = walk({
    inputs: [
      { isSignedIn: true },
      { isSignedIn: false },
      { isSignedIn: true, grant: { generation: 1, lifeMs: 300_000 } },
    ],
    events: [
      { type: "token.refused", generation: 1 },
      { type: "token.handed", grant: { generation: 2, lifeMs: 300_000 } },
      { type: "token.want" },
      { type: "network.online" },
      { type: "session.leave" },
      { type: "user.leave" },
      { type: "session.vanish" },
      { type: "user.change" },
      done("refresh", { kind: "replaced" }),
      done("refresh", { kind: "granted", generation: 1, lifeMs: 300_000 }),
      done("refresh", { kind: "refused" }),
      done("refresh", { kind: "unanswered" }),
      failed("refresh"),
      done("signOut"),
      failed("signOut"),
      after("untilRefresh"),
      after("pause"),
      after("rest"),
    ],
    project: ({ context }) => [context.attempt, context.grant],
    invariant: (snapshot) => {
      if (snapshot.status === "done") expect(snapshot.output).toBe(snapshot.value);
    },
  });
  expect(paths).toBeGreaterThan(100);
}, 60_000);

test("request — a walk through the state machine reaches every state and takes every transition", () => {
  const response = Response.json({});
  const { walk, done, failed, after } = givenWalk(requestMachine);
  const { snapshots } = walk({
    input: { isRepeatable: true, request: new Request("http://server/api/Company") },
    events: [
      { type: "network.online" },
      { type: "call.abort" },
      done("admit", { kind: "ready", generation: 1 }),
      done("admit", { kind: "none" }),
      done("admit", { kind: "ended" }),
      failed("admit"),
      done("send", { kind: "answered", response }),
      done("send", { kind: "refused", generation: 1, response }),
      done("send", { kind: "refused", generation: 1 }),
      done("send", { kind: "delayed", response, retryAfterMs: 1000 }),
      done("send", { kind: "unanswered" }),
      done("send", { kind: "unanswered", retryAfterMs: 1000 }),
      failed("send"),
      after("pause"),
    ],
    project: ({ context }) => [
      context.attempt,
      context.hasRefusal,
      context.hasHurried,
      context.isRepeat,
      context.response === undefined,
      context.retryAfterMs,
    ],
  });
  expect(Math.max(...snapshots.map(({ context }) => context.attempt))).toBe(5);
});

test("connectivity — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk } = givenWalk(connectivityMachine);
  walk({
    events: [
      { type: "call.answered" },
      { type: "call.unanswered" },
      { type: "browser.online" },
      { type: "browser.offline" },
    ],
  });
});
