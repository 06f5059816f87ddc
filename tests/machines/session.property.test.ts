import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestMachine } from "#machines/session/request.machine.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { assertProperty, findMistakes, throwMistakes, WALKS } from "../support/machines/properties.ts";
import {
  advanceClock,
  givenTabs,
  request,
  type ServerMode,
  type SessionFault,
} from "../support/machines/sessionFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Step =
  | { do: "call"; tab: number; kind: "read" | "bare" | "keyed" }
  | { do: "wait"; ms: number }
  | { do: "server"; mode: ServerMode }
  | { do: "expire" }
  | { do: "leave"; tab: number }
  | { do: "user"; id: number | undefined }
  | { do: "online"; tab: number };

const tab = fc.integer({ min: 0, max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("call"), tab, kind: fc.constantFrom("read", "bare", "keyed") }),
  },
  { weight: 12, arbitrary: fc.record({ do: fc.constant("wait"), ms: fc.constantFrom(5, 15, 30, 600, 5000, 295_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("server"),
      mode: fc.constantFrom("answering", "answering", "silent", "busy", "refusing"),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("expire") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("leave"), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("user"), id: fc.constantFrom(undefined, 5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("online"), tab }) },
);

const init = {
  read: {},
  bare: { method: "POST", body: "x" },
  keyed: { method: "POST", body: "x", headers: { "Idempotency-Key": "12345678" } },
};

/** Number of times that the random steps reached each dangerous situation. */
const dangers = { refreshes: 0, unansweredBarePosts: 0, fifthAttempts: 0, endedSessions: 0, refusals: 0 };

const runSteps = async (steps: readonly Step[], mutation: SessionFault) => {
  const { tabs, server, storeUser } = givenTabs(2, mutation);
  const mistakes: string[] = [];
  let calls = 0;
  const check = () => {
    if (server.mostRefreshesAtOnce() > 1) mistakes.push("two concurrent refreshes");
    for (const { session, vault } of tabs) {
      if (session.getSnapshot().status !== "done") continue;
      if (vault.current() !== undefined) mistakes.push("a signed-out session holds a token");
    }
  };
  for (const one of steps) {
    const at = "tab" in one ? tabs[one.tab] : undefined;
    if (one.do === "call") {
      calls += 1;
      void at?.call(request(`${one.kind} ${calls}`, init[one.kind])).catch(() => {});
    }
    if (one.do === "wait") await advanceClock(one.ms);
    if (one.do === "server") server.change(one.mode);
    if (one.do === "expire") server.expire();
    if (one.do === "leave" && at?.session.getSnapshot().status === "active") at.session.send({ type: "session.leave" });
    if (one.do === "user") storeUser(one.id);
    if (one.do === "online") at?.connectivity.send({ type: "browser.online" });
    check();
  }
  await advanceClock(60_000);
  check();
  for (const name of new Set(server.arrivals.map((one) => one.call ?? ""))) {
    const arrivals = server.arrivals.filter((one) => name !== "" && one.call === name);
    const unanswered = arrivals.filter((one) => one.status !== 401);
    if (arrivals.length > 5) mistakes.push("more than five attempts");
    if (name.startsWith("bare") && unanswered.length > 1) mistakes.push("a POST without a key was repeated");
    if (name.startsWith("bare") && unanswered.some((one) => one.status !== 200)) dangers.unansweredBarePosts += 1;
    if (arrivals.length === 5) dangers.fifthAttempts += 1;
    dangers.refusals += arrivals.filter((one) => one.status === 401).length;
  }
  dangers.refreshes += server.refreshes().length;
  dangers.endedSessions += tabs.filter((each) => each.session.getSnapshot().status === "done").length;
  for (const { session, connectivity } of tabs) {
    session.stop();
    connectivity.stop();
  }
  return mistakes;
};

/** Returns a fast-check property: no random sequence of steps violates an invariant of the session. */
const hasNoMistakes = (fault: SessionFault) =>
  fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) =>
    throwMistakes([...new Set(await runSteps(steps, fault))]),
  );

test("random steps in a session — cause no concurrent refreshes, no repeated POST without a key, and no token after the end", async () => {
  await assertProperty(hasNoMistakes({}));
  console.info(`Dangerous situations reached: ${JSON.stringify(dangers)}`);
  expect(Math.min(...Object.values(dangers))).toBeGreaterThan(WALKS / 20);
}, 1_800_000);

const mutants: [string, string, SessionFault][] = [
  [
    "retries every request",
    "a POST without a key was repeated",
    { request: requestMachine.provide({ guards: { mayRepeat: ({ context }) => context.attempt < 5 } }) },
  ],
  [
    "retries a request without limit",
    "more than five attempts",
    { request: requestMachine.provide({ guards: { mayRepeat: ({ context }) => context.isRepeatable } }) },
  ],
  [
    "sends a refused request a sixth time",
    "more than five attempts",
    {
      request: requestMachine.provide({
        guards: { isFirstRefusal: ({ context }, attempt) => attempt.kind === "refused" && !context.hasRefusal },
      }),
    },
  ],
  ["lets several tabs refresh the token at the same time", "two concurrent refreshes", { hasNoLock: true }],
  ["keeps its token after its end", "a signed-out session holds a token", { keepsToken: true }],
];

test.each(mutants)(
  "random steps in a session — detect that a session %s, and report the mistake '%s'",
  async (_, mistake, mutation) => {
    expect(await findMistakes(hasNoMistakes(mutation))).toContain(mistake);
  },
  120_000,
);

test("ten refusals of one token — cause one refresh; a faulty session, which accepts refusals of replaced tokens, refreshes several times", async () => {
  const credulous = sessionMachine.provide({ guards: { isCurrent: () => true } });
  const count = async (session: typeof sessionMachine) => {
    const { tabs, server } = givenTabs(1, { session });
    await advanceClock(500);
    for (let refusal = 0; refusal < 10; refusal += 1) {
      tabs[0]?.session.send({ type: "token.refused", generation: 1 });
      await advanceClock(200);
    }
    return server.refreshes().length;
  };
  expect(await count(sessionMachine)).toBe(2);
  expect(await count(credulous)).toBeGreaterThan(2);
});
