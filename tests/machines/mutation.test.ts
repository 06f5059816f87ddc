import { expect, test } from "vitest";
import { createActor, fromCallback, fromPromise } from "xstate";
import { NoAnswer } from "#api/client.ts";
import type { EnvironmentEvent } from "#machines/core/environment.ts";
import { type MutationInput, mutationMachineOf, type SendInput } from "#machines/core/mutation.machine.ts";
import type { MutationIntent, MutationOutcome } from "#machines/core/mutation.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

type Outcome = MutationOutcome<string, string>;

const machine = mutationMachineOf<string, string, string>();
const recorded: Outcome = { kind: "recorded", result: "order 17" };
const unknown: Outcome = { kind: "unknown", failure: aFailure("unanswered") };

/** Results of an actor's successive calls. An error makes a call fail. A call with `null` or no result never ends. */
type Ends<Output> = (Output | Error | null)[];

const take = <Output>(ends: Ends<Output>): Promise<Output> => {
  const end = ends.shift();
  if (end instanceof Error) return Promise.reject(end);
  return end === undefined || end === null ? new Promise(() => {}) : Promise.resolve(end);
};

/** Starts a mutation with fake actors that return the given results. */
const givenMutation = ({
  input = { request: "save" },
  send = [],
  verify = [],
  isStored = true,
  isCleared = true,
}: {
  input?: MutationInput<string>;
  send?: Ends<Outcome>;
  verify?: Ends<Outcome>;
  isStored?: boolean;
  isCleared?: boolean;
}) => {
  const { parent, reports: received, clock } = givenParent();
  const sent: { key: string; request: string }[] = [];
  const progress: ((fraction: number) => void)[] = [];
  const asked: MutationIntent<string>[] = [];
  const cleared: MutationIntent<string>[] = [];
  let sendEnvironment: (event: EnvironmentEvent) => void = () => {};
  const provided = machine.provide({
    actors: {
      journal: fromPromise(async ({ input: { request, key } }) => {
        if (!isStored) throw new Error("The disk is full");
        return { request, key: key ?? "new-key" };
      }),
      send: fromPromise<Outcome, SendInput<string>>(({ input: { key, request, reportProgress } }) => {
        sent.push({ key, request });
        progress.push(reportProgress);
        return take(send);
      }),
      verify: fromPromise<Outcome, MutationIntent<string>>(({ input: intent }) => {
        asked.push(intent);
        return take(verify);
      }),
      clear: fromPromise<void, MutationIntent<string>>(async ({ input: intent }) => {
        cleared.push(intent);
        if (!isCleared) throw new Error("The disk is full");
      }),
      environment: fromCallback(({ sendBack }) => {
        sendEnvironment = sendBack;
      }),
    },
  });
  const mutation = createActor(provided, { input, parent }).start();
  return {
    mutation,
    clock,
    sent,
    asked,
    cleared,
    progress,
    reports: () => received.filter(({ type }) => type.startsWith("mutation.")),
    sendEnvironment: (event: EnvironmentEvent) => sendEnvironment(event),
    state: () => mutation.getSnapshot(),
  };
};

const end = async () => {
  for (let turn = 0; turn < 6; turn += 1) await flushPromises();
};

test("a successful write — is stored in the journal before sending and removed afterwards", async () => {
  const { state, sent, cleared, reports } = givenMutation({ send: [recorded] });
  await end();
  expect(sent).toEqual([{ key: "new-key", request: "save" }]);
  expect(cleared).toEqual([{ key: "new-key", request: "save" }]);
  expect(reports()).toEqual([
    { type: "mutation.journalled", key: "new-key" },
    { type: "mutation.recorded", result: "order 17" },
  ]);
  expect(state()).toMatchObject({ value: "recorded", context: { outcome: recorded } });
});

test("a new request — can reuse the idempotency key of the attempt that the request replaces", async () => {
  const { sent } = givenMutation({ input: { request: "save", key: "old-key" }, send: [recorded] });
  await end();
  expect(sent).toEqual([{ key: "old-key", request: "save" }]);
});

test("a write that the journal cannot store — is refused and not sent", async () => {
  const { state, sent, reports } = givenMutation({ isStored: false, send: [recorded] });
  await end();
  expect(sent).toEqual([]);
  expect(state().value).toBe("refused");
  expect(reports()).toEqual([{ type: "mutation.refused", failure: expect.objectContaining({ kind: "notStored" }) }]);
});

test.each([
  ["stale", { kind: "stale", current: "order 18" }, { type: "mutation.stale", current: "order 18" }],
  [
    "refused",
    { kind: "refused", failure: aFailure("refused") },
    { type: "mutation.refused", failure: aFailure("refused") },
  ],
] as const)("a write that ends as %s — is removed from the journal and reported", async (value, outcome, report) => {
  const { state, cleared, reports } = givenMutation({ send: [outcome] });
  await end();
  expect(state().value).toBe(value);
  expect(cleared).toHaveLength(1);
  expect(reports().at(-1)).toEqual(report);
});

test("a write that the server has recorded — ends as recorded even if its journal entry cannot be removed", async () => {
  const { state } = givenMutation({ send: [recorded], isCleared: false });
  await end();
  expect(state().value).toBe("recorded");
});

test("an unanswered write — stays in doubt until the verification finds the write on the server", async () => {
  const { state, asked, reports } = givenMutation({ send: [unknown], verify: [recorded] });
  await end();
  expect(asked).toEqual([{ key: "new-key", request: "save" }]);
  expect(reports().map(({ type }) => type)).toEqual(["mutation.journalled", "mutation.doubtful", "mutation.recorded"]);
  expect(state().value).toBe("recorded");
});

test("a write that cannot be verified — ends as unresolved, with the error as its failure, if sending the write throws an error", async () => {
  const { state } = givenMutation({ input: { request: "save", isVerifiable: false }, send: [new NoAnswer()] });
  await end();
  expect(state().value).toBe("unresolved");
  expect(state().context.outcome).toMatchObject({ kind: "unknown", failure: { kind: "unanswered" } });
});

test("a write that cannot be verified — ends as unresolved and stays in the journal", async () => {
  const { state, asked, cleared, reports } = givenMutation({
    input: { request: "save", isVerifiable: false },
    send: [unknown],
  });
  await end();
  expect([state().value, asked, cleared]).toEqual(["unresolved", [], []]);
  expect(reports().at(-1)).toEqual({ type: "mutation.unresolved", failure: aFailure("unanswered") });
});

test("the verification of a write — is retried after pauses that double from 3 s up to 30 s", async () => {
  const { asked, clock } = givenMutation({ send: [unknown], verify: Array(9).fill(unknown) });
  await end();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const before = asked.length;
    let waited = 0;
    while (asked.length === before && waited < 60) {
      clock.increment(1000);
      waited += 1;
    }
    pauses.push(waited);
    await end();
  }
  expect(pauses).toEqual([3, 6, 12, 24, 30, 30]);
});

test("the verification of a repeated write — starts with the shortest pause again, even after an error during sending", async () => {
  const { mutation, state, asked, clock } = givenMutation({
    send: [unknown, new NoAnswer()],
    verify: [unknown, unknown, { kind: "notRecorded" }, unknown, recorded],
  });
  await end();
  for (const pause of [3000, 6000]) {
    clock.increment(pause);
    await end();
  }
  expect(state().value).toBe("notRecorded");
  mutation.send({ type: "mutation.repeat" });
  await end();
  clock.increment(3000);
  await end();
  expect([asked.length, state().value]).toEqual([5, "recorded"]);
});

test("a failed verification — is retried after a pause", async () => {
  const { state, asked, clock } = givenMutation({ send: [unknown], verify: [new NoAnswer(), recorded] });
  await end();
  expect(state().value).toBe("waiting");
  clock.increment(3000);
  await end();
  expect([asked.length, state().value]).toEqual([2, "recorded"]);
});

test.each([
  ["the network is back", { type: "network.online" }],
  ["the user asks", { type: "mutation.verify" }],
] as const)("the verification of a write — is retried immediately when %s", async (_, event) => {
  const { mutation, sendEnvironment, asked } = givenMutation({ send: [unknown], verify: [unknown, recorded] });
  await end();
  expect(asked).toHaveLength(1);
  if (event.type === "network.online") sendEnvironment(event);
  else mutation.send(event);
  await end();
  expect(asked).toHaveLength(2);
});

test("an unanswered write — can be verified by the user after 10 s", async () => {
  const { mutation, clock, asked, state } = givenMutation({ send: [null], verify: [recorded] });
  await end();
  mutation.send({ type: "mutation.verify" });
  expect([state().hasTag("slow"), asked]).toEqual([false, []]);
  clock.increment(10_000);
  expect(state().hasTag("slow")).toBe(true);
  mutation.send({ type: "mutation.verify" });
  expect(state().matches({ sending: "checking" })).toBe(true);
  await end();
  expect(state()).toMatchObject({ value: "recorded", context: { outcome: recorded } });
});

test.each([
  ["the server has not recorded the write yet", { kind: "notRecorded" }],
  ["the server does not answer", new NoAnswer()],
] as const)(
  "an unanswered first attempt of a write — stays in progress if the verification finds that %s",
  async (_, answer) => {
    const { mutation, clock, sent, state } = givenMutation({ send: [null], verify: [answer] });
    await end();
    clock.increment(10_000);
    mutation.send({ type: "mutation.verify" });
    await end();
    expect(state().matches({ sending: "slow" })).toBe(true);
    expect(sent).toHaveLength(1);
  },
);

test("a write missing on the server — is retried under its idempotency key on request", async () => {
  const { mutation, sent, state, reports } = givenMutation({
    send: [unknown, recorded],
    verify: [{ kind: "notRecorded" }],
  });
  await end();
  expect(state().value).toBe("notRecorded");
  expect(reports().at(-1)).toEqual({ type: "mutation.notRecorded" });
  mutation.send({ type: "mutation.repeat" });
  await end();
  expect(sent.map(({ key }) => key)).toEqual(["new-key", "new-key"]);
  expect(state().value).toBe("recorded");
});

test("a write missing on the server — can be dropped", async () => {
  const { mutation, cleared, state, reports } = givenMutation({ send: [unknown], verify: [{ kind: "notRecorded" }] });
  await end();
  mutation.send({ type: "mutation.drop" });
  await end();
  expect([state().value, cleared.length, reports().at(-1)]).toEqual(["dropped", 1, { type: "mutation.dropped" }]);
});

test("a write that a page reload interrupted — is verified before it is retried", async () => {
  const intent = { key: "kept-key", request: "save" };
  const { sent, asked, state, reports } = givenMutation({ input: { intent }, verify: [recorded] });
  await end();
  expect([sent, asked, state().value]).toEqual([[], [intent], "recorded"]);
  expect(reports().map(({ type }) => type)).toEqual(["mutation.doubtful", "mutation.recorded"]);
});

test("a write — reports the progress of its upload", async () => {
  const { progress, reports } = givenMutation({ send: [null] });
  await end();
  progress[0]?.(0.5);
  expect(reports().at(-1)).toEqual({ type: "mutation.progress", fraction: 0.5 });
});
