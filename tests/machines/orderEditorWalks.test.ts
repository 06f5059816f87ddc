import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assign, fromPromise } from "xstate";
import { isEqual } from "#machines/core/equality.ts";
import type { Draft, DraftIntent, DraftRecord } from "#machines/orders/editor/draft.ts";
import type { Attempt, SaveOutcome } from "#machines/orders/editor/orderEditor.ts";
import {
  type Disk,
  FakeServer,
  givenEditor,
  type Mood,
  settle,
  typeOrder,
  type World,
  type WorldOptions,
} from "../support/machines/orderEditorFixtures.ts";
import { juice } from "../support/machines/orderEditorSamples.ts";

const WALKS = Number(process.env["WALKS"] ?? 500);

/** A seed in whose walks every mistake is met soon. */
const SEED = 10;

type Step = "type" | "add" | "remove" | "save" | "ask" | "hide" | "short" | "long" | "kill" | "leave" | "switch";

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Step>("type", "add", "remove") },
    { weight: 3, arbitrary: fc.constant<Step>("save") },
    { weight: 4, arbitrary: fc.constantFrom<Step>("ask", "hide", "short", "long") },
    { weight: 2, arbitrary: fc.constantFrom<Step>("kill", "leave") },
    { weight: 1, arbitrary: fc.constant<Step>("switch") },
  ),
  { minLength: 5, maxLength: 40 },
);
const moods = fc.array(fc.constantFrom<Mood>("answers", "lost", "silent", "refuses", "stale"), { maxLength: 25 });

/** What the tabs of an operator share. */
interface Desk {
  readonly server: FakeServer;
  /** Intents of the operator: one from pressing Save until he is told how it ended. */
  intents: number;
  keys: number;
}

/** One tab, in which one order after the other is taken through every kind of bad luck; tabs have a draft each. */
class Tab {
  readonly disk: Disk = { stored: null, writes: [] };
  isWaiting = false;
  doubts = 0;
  restores = 0;
  #sinceKey = 0;
  #typed = 0;
  #world: World | undefined;

  constructor(
    private readonly desk: Desk,
    private readonly mutate: WorldOptions["mutate"],
  ) {}

  get world(): World {
    if (!this.#world) throw new Error("The tab is not open");
    return this.#world;
  }

  async open(): Promise<void> {
    this.#world = await givenEditor({
      server: this.desk.server,
      disk: this.disk,
      newKey: () => `key-${++this.desk.keys}`,
      ...(this.mutate && { mutate: this.mutate }),
    });
    await settle();
  }

  #look(): void {
    const snapshot = this.world.editor.getSnapshot();
    const isTold = snapshot.context.refusal !== null || snapshot.matches("conflicting") || snapshot.matches("saved");
    if (snapshot.hasTag("doubtful")) this.doubts += 1;
    if (isTold) this.isWaiting = false;
    expect(this.desk.server.size, "orders of as many intents").toBeLessThanOrEqual(this.desk.intents);
  }

  async #goOn(): Promise<void> {
    const { editor } = this.world;
    if (editor.getSnapshot().matches("conflicting")) editor.send({ type: "conflict.mine" });
    if (editor.getSnapshot().matches("saved")) {
      expect(this.disk.stored, "a confirmed draft").toBeNull();
      editor.stop();
      await this.open();
    }
  }

  #press(): void {
    const { editor } = this.world;
    editor.send({ type: "order.save" });
    const isSent = editor.getSnapshot().hasTag("busy");
    if (isSent && !this.isWaiting) this.desk.intents += 1;
    if (isSent) this.isWaiting = true;
  }

  /** The browser dies. What was typed 100 ms before must be there again. */
  async #kill(): Promise<void> {
    const { editor } = this.world;
    const typed: Draft | undefined = editor.getSnapshot().hasTag("editable") ? this.world.context().draft : undefined;
    const isDue = this.#sinceKey >= 100 && typed !== undefined && typed.phone !== "";
    editor.stop();
    if (isDue) expect(isEqual(this.disk.stored?.record.draft, typed), "the draft on the disk").toBe(true);
    await this.open();
    if (!this.world.editor.getSnapshot().matches("offering")) return;
    this.world.editor.send({ type: "stored.restore" });
    this.restores += 1;
    if (isDue) expect(this.world.context().draft).toEqual(typed);
  }

  async take(step: Step): Promise<void> {
    const { editor, wait } = this.world;
    if (["type", "add", "remove"].includes(step)) this.#sinceKey = 0;
    if (step === "type") typeOrder(this.world, `8916123456${++this.#typed % 10}`);
    if (step === "add") editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
    if (step === "remove") editor.send({ type: "draft.remove", key: "new-1" });
    if (step === "save") this.#press();
    if (step === "ask") editor.send({ type: "order.ask" });
    if (step === "hide") editor.send({ type: "page.hide" });
    if (step === "hide") this.#sinceKey = 100;
    if (step === "short") await wait(60);
    if (step === "long") await wait(6_000);
    if (step === "short") this.#sinceKey += 60;
    if (step === "long") this.#sinceKey += 6_000;
    await settle();
    this.#look();
    if (step === "kill" || step === "leave") await this.#kill();
    this.#look();
    await this.#goOn();
    await settle();
    this.#look();
  }
}

/** Takes the steps in one of two tabs, which begin at one place; answers both, the second one only if it was opened. */
const walk = async (moods: Mood[], path: Step[], mutate?: WorldOptions["mutate"]) => {
  const server = new FakeServer();
  server.moods = [...moods];
  const desk: Desk = { server, intents: 0, keys: 0 };
  const tabs: Tab[] = [];
  for (const step of ["switch", ...path] as const) {
    if (step !== "switch") await tabs[0]?.take(step);
    else if (tabs.length === 2) tabs.reverse();
    else {
      tabs.unshift(new Tab(desk, mutate));
      await tabs[0]?.open();
    }
  }
  for (const { world } of tabs) world.editor.stop();
  return { tabs, orders: server.size };
};

describe("random walks", () => {
  test("never a lost draft, never two orders from one intent", async () => {
    const seen = { doubts: 0, restores: 0, orders: 0, pairs: 0 };
    await fc.assert(
      fc.asyncProperty(moods, steps, async (moods, path) => {
        const { tabs, orders } = await walk(moods, path);
        for (const { doubts, restores } of tabs) {
          seen.doubts += doubts;
          seen.restores += restores;
        }
        seen.orders += orders;
        seen.pairs += tabs.length - 1;
      }),
      { numRuns: WALKS },
    );
    // The dangerous places were reached: orders in doubt, drafts found again, orders booked, two tabs at once.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(WALKS / 20);
  }, 600_000);

  let tries = 0;
  const mutants: Record<string, NonNullable<WorldOptions["mutate"]>> = {
    "a new key for each attempt": (machine, { server }) =>
      machine.provide({
        actors: {
          save: fromPromise<SaveOutcome, Attempt>(({ input }) => server.save({ ...input, key: `try-${++tries}` })),
        },
      }),
    "an intent that is not journalled": (machine, { disk }) =>
      machine.provide({
        actors: {
          journal: fromPromise<{ intent: DraftIntent; isKept: boolean }, DraftRecord>(async ({ input }) => {
            disk.stored = { savedAt: 0, record: structuredClone(input) };
            return { intent: { key: `try-${++tries}` }, isKept: true };
          }),
        },
      }),
    "doubt taken for a refusal": (machine) =>
      machine.provide({
        guards: { isRefused: (_, outcome) => outcome.kind === "refused" || outcome.kind === "uncertain" },
      }),
    "a draft deleted before the server has confirmed it": (machine, { disk, server }) =>
      machine.provide({
        actors: {
          save: fromPromise<SaveOutcome, Attempt>(({ input }) => {
            disk.stored = null;
            return server.save(input);
          }),
        },
      }),
    "a pause before keeping that is too long": (machine) => machine.provide({ delays: { keepPause: 60_000 } }),
    "a draft that comes back without its order": (machine) =>
      machine.provide({ actions: { resume: assign(({ context }) => ({ draft: context.draft, stored: null })) } }),
  };

  test.each(Object.entries(mutants))(
    "would find %s",
    async (_, mutate) => {
      const found = await fc.check(
        fc.asyncProperty(moods, steps, async (moods, path) => void (await walk(moods, path, mutate))),
        { numRuns: 1500, seed: SEED, endOnFailure: true },
      );
      expect(found.failed).toBe(true);
    },
    120_000,
  );
});
