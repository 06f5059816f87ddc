import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { requestMachine } from "#machines/session/request.machine.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { after, done, failed, missingFromAll, walk } from "../support/paths.ts";

const sessionEvents = [
  { type: "token.refused", generation: 1 },
  { type: "token.handed", grant: { generation: 2, lifeMs: 300_000 } },
  { type: "token.want" },
  { type: "network.online" },
  { type: "session.leave" },
  { type: "session.vanish" },
  done("refresh", { kind: "granted", generation: 1, lifeMs: 300_000 }),
  done("refresh", { kind: "refused" }),
  done("refresh", { kind: "unanswered" }),
  failed("refresh"),
  done("signOut"),
  failed("signOut"),
  after("untilRefresh", "session.active.fresh"),
  after("pause", "session.active.waiting"),
  after("rest", "session.active.stale"),
];
const project = ({ context }: AnyMachineSnapshot) => [context.attempt, context.grant];

test("every state and transition of the session is walked", () => {
  const walks = [
    walk(sessionMachine, { input: { isSignedIn: true }, events: sessionEvents, project }),
    walk(sessionMachine, { input: { isSignedIn: false }, events: sessionEvents, project }),
    walk(sessionMachine, {
      input: { isSignedIn: true, grant: { generation: 1, lifeMs: 300_000 } },
      events: sessionEvents,
      project,
    }),
  ];
  expect(missingFromAll(walks)).toEqual([]);
  expect(walks.reduce((sum, one) => sum + one.paths, 0)).toBeGreaterThan(100);
}, 60_000);

test("every state and transition of a call is walked", () => {
  const events = [
    { type: "network.back" },
    { type: "call.abort" },
    done("admit", { kind: "ready", generation: 1 }),
    done("admit", { kind: "none" }),
    done("admit", { kind: "ended" }),
    failed("admit"),
    done("send", { kind: "answered" }),
    done("send", { kind: "refused", generation: 1 }),
    done("send", { kind: "unanswered" }),
    done("send", { kind: "unanswered", retryAfterMs: 1000 }),
    failed("send"),
    after("pause", "request.pausing"),
  ];
  const calls = ({ context }: AnyMachineSnapshot) => [context.attempt, context.refusals, context.retryAfterMs];
  const { missing, states, transitions, snapshots } = walk(requestMachine, {
    input: { isRepeatable: true, call: 1 },
    events,
    project: calls,
  });
  expect({ missing, states, transitions }).toMatchObject({ missing: [] });
  expect(Math.max(...snapshots.map((one) => one.context.attempt))).toBe(5);
});

test("the network comes and goes", () => {
  const events = ["call.answered", "call.unanswered", "network.online", "network.offline"].map((type) => ({ type }));
  expect(walk(connectivityMachine, { events })).toMatchObject({ missing: [], states: "3/3", transitions: "4/4" });
});
