// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { assign, createActor, setup } from "xstate";
import { copyTrail } from "#app/trail/copyTrail.ts";
import { mask } from "#app/trail/mask.ts";
import { stepOf, titleOf } from "#app/trail/step.ts";
import { toastStore } from "#app/ui/toast.ts";
import type { TrailStep } from "#machines/inspector/inspector.ts";

test("mask — hides secrets and personal data in the log of steps", () => {
  const shown = JSON.stringify(
    mask({
      access_token: "abc.def",
      phone: "+79161234567",
      note: "код домофона 12",
      draft: { deliveryAddress: "ул. Садовая", items: [{ itemId: 7, count: 2 }] },
      message: "Звонил 8 (916) 123-45-67",
      requestKey: "k",
      run: () => 1,
    }),
  );
  for (const hidden of ["abc", "916", "домофона", "Садовая", '"k"']) expect(shown).not.toContain(hidden);
  expect(shown).toContain('"itemId":7');
});

test("mask — keeps dates and times, and hides phone numbers next to them", () => {
  const texts = [
    "2026-11-25",
    "2026-11-25T18:05:00.000Z",
    "2026-11-25T18:05:00+03:00",
    "к 2026-11-25 звонить 8 916 123-45-67",
  ];
  expect(texts.map(mask)).toEqual([...texts.slice(0, 3), "к 2026-11-25 звонить •••"]);
});

test("mask — shortens circular and long values in the log of steps", () => {
  const circular: Record<string, unknown> = { list: Array.from({ length: 900 }, (_, at) => at), text: "я".repeat(900) };
  circular["self"] = circular;
  expect(JSON.stringify(mask(circular)).length).toBeLessThan(5_000);
});

test("stepOf — names states and transitions by their ids in the diagrams", () => {
  const machine = setup({
    types: { context: {} as { count: number }, events: {} as { type: "go"; password: string } },
    actions: { add: assign(({ context }) => ({ count: context.count + 1 })) },
  }).createMachine({
    id: "toy",
    context: { count: 0 },
    initial: "here",
    states: { here: { on: { go: { target: "there", actions: "add" } } }, there: {} },
  });
  const steps: TrailStep[] = [];
  const actor = createActor(machine, {
    inspect: (inspected) => {
      const step = stepOf(inspected, 1);
      if (step) steps.push(step);
    },
  }).start();
  actor.send({ type: "go", password: "тайна" });
  expect(steps.at(-1)).toMatchObject({
    machine: "toy",
    event: { type: "go", password: "•••" },
    states: ["toy", "toy.there"],
    edges: ["toy.here|go|1"],
    context: { count: 1 },
  });
});

test("titleOf — returns the name of an API call with its phone number masked, the id of another actor, and an empty text for a generated id", () => {
  const named = { context: { name: "GET /api/Company" } };
  expect(titleOf({ id: "x:7" }, named)).toBe("GET /api/Company");
  expect(titleOf({ id: "x:7" }, { context: { name: "GET /api/Customer/+79161234567" } })).toBe("GET /api/Customer/•••");
  expect(titleOf({ id: "companies" }, { context: {} })).toBe("companies");
  for (const id of ["x:7", "_r_1_"]) expect(titleOf({ id }, { context: {} })).toBe("");
});

test.each([
  ["that refuses to copy, as on plain http", undefined, "не даёт копировать"],
  ["that copies", { writeText: async () => {} }, "скопирован: вставьте"],
])("copyTrail — in a browser %s, shows a toast with the outcome", async (_, clipboard, text) => {
  vi.stubGlobal("navigator", { clipboard });
  vi.stubGlobal("location", { pathname: "/Company/1" });
  await copyTrail();
  vi.unstubAllGlobals();
  expect(toastStore.current().at(-1)?.text).toContain(text);
});

test("production build — does not contain the inspector page for live machines", () => {
  const scripts = readdirSync("dist/assets").filter((file) => file.endsWith(".js"));
  const code = scripts.map((file) => readFileSync(`dist/assets/${file}`, "utf8"));
  for (const trace of ["Вставьте след, чтобы пройти по нему", "inspector", "statelyai", "<marker"])
    expect(code.filter((script) => script.includes(trace))).toEqual([]);
});
