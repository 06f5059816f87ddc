import { expect, test } from "vitest";
import { addressSuggestionsMachine } from "#machines/orders/editor/addressSuggestions.machine.ts";
import { customerLookupMachine } from "#machines/orders/editor/customerLookup.machine.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { maria } from "../support/machines/orderEditorSamples.ts";

const givenLookup = () => {
  const { environment, report } = givenEnvironment();
  const given = givenMachine(customerLookupMachine, undefined, { environment });
  return {
    ...given,
    report,
    type: (phone: string) => given.actor.send({ type: "phone.change", phone }),
    snapshot: () => given.actor.getSnapshot(),
  };
};

test("an incomplete phone number — is not looked up", () => {
  const { type, calls, snapshot } = givenLookup();
  type("8916");
  expect(calls).toEqual([]);
  expect(snapshot().value).toBe("unasked");
});

test("a valid phone number — is looked up in its normalised form", async () => {
  const { type, call, snapshot } = givenLookup();
  type("8 (916) 123-45-67");
  expect(call("lookUp").input).toEqual({ phone: "+79161234567" });
  call("lookUp").answer(maria);
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "known", context: { customer: maria } });
});

test("a phone number retyped in a different format — is not looked up again", async () => {
  const { type, call, calls } = givenLookup();
  type("89161234567");
  call("lookUp").answer(maria);
  await flushPromises();
  type("+7 916 123-45-67");
  expect(calls).toHaveLength(1);
});

test("typing a different phone number — aborts the look-up and removes the found customer", async () => {
  const { type, call, calls, snapshot } = givenLookup();
  type("89161234567");
  const first = call("lookUp");
  type("89161234568");
  expect(first.signal.aborted).toBe(true);
  call("lookUp").answer(maria);
  await flushPromises();
  type("8916123456");
  expect(snapshot()).toMatchObject({ value: "unasked", context: { customer: null } });
  expect(calls).toHaveLength(2);
});

test("a valid phone number without orders — belongs to a new customer", async () => {
  const { type, call, snapshot } = givenLookup();
  type("89161234567");
  call("lookUp").answer({ ...maria, orderCount: 0 });
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "newcomer", context: { customer: null } });
});

test("a phone number without orders — belongs to a known customer if the number is marked as a risk", async () => {
  const { type, call, snapshot } = givenLookup();
  type("89161234567");
  const risky = { ...maria, orderCount: 0, risk: "blocked" } as const;
  call("lookUp").answer(risky);
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "known", context: { customer: risky } });
});

test("a failed customer look-up — is retried when the server is reachable again", async () => {
  const { type, call, calls, report, snapshot } = givenLookup();
  type("89161234567");
  call("lookUp").fail();
  await flushPromises();
  expect(snapshot().value).toBe("absent");
  report({ type: "network.online" });
  expect(calls).toHaveLength(2);
  call("lookUp").answer(maria);
  await flushPromises();
  expect(snapshot().value).toBe("known");
});

test("a successful customer look-up — is not repeated when the server is reachable again", async () => {
  const { type, call, calls, report } = givenLookup();
  type("89161234567");
  call("lookUp").answer(maria);
  await flushPromises();
  report({ type: "network.online" });
  expect(calls).toHaveLength(1);
});

test("customer look-up — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(customerLookupMachine);
  walk({
    events: [
      { type: "phone.change", phone: "89161234567" },
      { type: "phone.change", phone: "89161234568" },
      { type: "phone.change", phone: "8" },
      done("lookUp", maria),
      done("lookUp", null),
      failed("lookUp"),
      { type: "network.online" },
    ],
  });
});

test("address suggestions — are searched for a trimmed street of at least two characters", () => {
  const { actor, clock, calls } = givenMachine(addressSuggestionsMachine, undefined);
  const type = (street: string) => {
    actor.send({ type: "street.change", street });
    clock.increment(150);
  };
  type(" с ");
  expect(calls).toEqual([]);
  type(" са ");
  expect(calls.map(({ input }) => input)).toEqual([{ street: "са" }]);
  type("са  ");
  expect(calls).toHaveLength(1);
});

const givenSuggestions = async () => {
  const given = givenMachine(addressSuggestionsMachine, undefined);
  const type = (street: string) => {
    given.actor.send({ type: "street.change", street });
    given.clock.increment(150);
  };
  type("Сад");
  given.call("search").answer({ streets: ["Садовая"], houses: ["12"] });
  await flushPromises();
  return { ...given, type, suggestions: () => given.actor.getSnapshot().context.suggestions };
};

test("found address suggestions — stay visible while a longer street is searched for", async () => {
  const { type, suggestions } = await givenSuggestions();
  expect(suggestions()).toEqual({ streets: ["Садовая"], houses: ["12"] });
  type("Садо");
  expect(suggestions()).toEqual({ streets: ["Садовая"], houses: ["12"] });
});

test("a failed search for address suggestions — removes the earlier suggestions", async () => {
  const { type, call, actor, suggestions } = await givenSuggestions();
  type("Садо");
  call("search").fail();
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("idle");
  expect(suggestions()).toEqual({ streets: [], houses: [] });
});

test("a street of one character — removes the address suggestions, and the earlier street is then searched for again", async () => {
  const { type, calls, suggestions } = await givenSuggestions();
  type("С");
  expect(suggestions()).toEqual({ streets: [], houses: [] });
  type("Сад");
  expect(calls.map(({ input }) => input)).toEqual([{ street: "Сад" }, { street: "Сад" }]);
});

test("address suggestions — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(addressSuggestionsMachine);
  walk({
    events: [
      { type: "street.change", street: "сад" },
      { type: "street.change", street: "садо" },
      { type: "street.change", street: "с" },
      after("typingPause"),
      done("search", { streets: ["Лесная"], houses: [] }),
      failed("search"),
    ],
  });
});
