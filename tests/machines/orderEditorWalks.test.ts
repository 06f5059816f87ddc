import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assign } from "xstate";
import { isDirty, type SaveIntent } from "#machines/orders/editor/editorContext.ts";
import {
  createEditorPage,
  Disk,
  type EditorFault,
  FakeServer,
  flushWrites,
  type GivenEditor,
  type SaveCondition,
  typeOrder,
} from "../support/machines/orderEditorFixtures.ts";
import { aFailure, juice } from "../support/machines/orderEditorSamples.ts";
import { assertProperty, findMistakes, WALKS } from "../support/machines/properties.ts";

type Step =
  | "type"
  | "add"
  | "remove"
  | "save"
  /** Step in which the user types and saves immediately, so that the save starts while the draft is being written. */
  | "typeAndSave"
  | "verify"
  | "edit"
  | "online"
  | "wait"
  | "reload"
  | "switchTab";

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Step>("type", "add", "remove") },
    { weight: 4, arbitrary: fc.constantFrom<Step>("save", "typeAndSave") },
    { weight: 3, arbitrary: fc.constantFrom<Step>("verify", "edit", "online", "wait") },
    { weight: 2, arbitrary: fc.constantFrom<Step>("edit", "reload") },
    { weight: 1, arbitrary: fc.constant<Step>("switchTab") },
  ),
  { minLength: 5, maxLength: 30 },
);
const conditions = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<SaveCondition>("open", "refused", "stale") },
    { weight: 3, arbitrary: fc.constantFrom<SaveCondition>("answerLost", "requestLost") },
  ),
  { minLength: 5, maxLength: 25 },
);

/** Server and counters that the tabs of one user share. */
interface Shared {
  readonly server: FakeServer;
  /** Number of orders that the user has confirmed by saving. */
  confirmed: number;
  keys: number;
}

/** Tab in which the user creates orders one after another over an unreliable network. Each tab has its own draft. */
class Tab {
  readonly disk = new Disk();
  doubts = 0;
  returns = 0;
  restores = 0;
  #saved = 0;
  #isOpen = false;
  #typed = 0;
  #lastKey = "";
  #given: GivenEditor | undefined;

  readonly #page: ReturnType<typeof createEditorPage>;

  constructor(
    private readonly shared: Shared,
    fault: EditorFault,
  ) {
    const { server } = shared;
    this.#page = createEditorPage({
      server,
      fault,
      disk: this.disk,
      newKey: () => `key-${++shared.keys}`,
      send: (intent: SaveIntent) => {
        this.#lastKey = intent.key;
        return server.save(intent);
      },
    });
  }

  get given(): GivenEditor {
    if (!this.#given) throw new Error("The tab is not open");
    return this.#given;
  }

  async open(): Promise<void> {
    this.#given = await this.#page.open();
  }

  #check(): void {
    const snapshot = this.given.editor.getSnapshot();
    const isShown = snapshot.context.failure !== null || snapshot.matches("conflicting") || snapshot.matches("saved");
    if (snapshot.matches({ saving: "doubting" })) this.doubts += 1;
    if (isShown) this.#isOpen = false;
    if (snapshot.matches("saved")) this.#saved += 1;
    expect(this.shared.server.size, "orders of as many confirmations").toBeLessThanOrEqual(this.shared.confirmed);
    if (snapshot.context.failure?.kind === "refused")
      expect(this.shared.server.has(this.#lastKey), "a recorded order that is shown as refused").toBe(false);
    expect(this.disk.removals, "deleted drafts, each after a recorded save").toBe(this.#saved);
    if (!snapshot.matches("saved") && isDirty(snapshot.context))
      expect(this.disk.stored?.record.draft, "the draft on the disk").toEqual(snapshot.context.draft);
  }

  #save(): void {
    const { editor } = this.given;
    editor.send({ type: "order.save" });
    if (!editor.getSnapshot().matches("saving")) return;
    if (!this.#isOpen) this.shared.confirmed += 1;
    this.#isOpen = true;
  }

  /**
   * Closes the page without a warning to the user and opens it again. If the draft is offered, restores the draft and
   * expects it to be complete.
   */
  async #reload(): Promise<void> {
    const { context, editor } = this.given;
    const before = context();
    editor.stop();
    await this.open();
    if (!this.given.editor.getSnapshot().matches("offering")) return;
    this.given.editor.send({ type: "stored.restore" });
    this.restores += 1;
    expect(this.given.context().draft, "the restored draft").toEqual(before.draft);
  }

  async #act(step: Step): Promise<void> {
    const { editor, wait, report } = this.given;
    switch (step) {
      case "type":
        return typeOrder(this.given, `8916123456${++this.#typed % 10}`);
      case "add":
        return editor.send({ type: "draft.add", itemId: juice.id, categoryId: null });
      case "remove":
        return editor.send({ type: "draft.remove", key: "new-1" });
      case "save":
        return this.#save();
      case "typeAndSave":
        typeOrder(this.given, `8916123456${++this.#typed % 10}`);
        return this.#save();
      case "verify":
        return editor.send({ type: "order.verify" });
      case "edit":
        if (editor.getSnapshot().can({ type: "order.edit" })) this.returns += 1;
        return editor.send({ type: "order.edit" });
      case "online":
        return report({ type: "network.online" });
      case "wait":
        return wait(30_000);
      case "reload":
        return this.#reload();
      case "switchTab":
        return;
    }
  }

  async take(step: Step): Promise<void> {
    await this.#act(step);
    await flushWrites();
    this.#check();
    const { editor } = this.given;
    if (editor.getSnapshot().matches("conflicting")) {
      editor.send({ type: "conflict.mine" });
      await flushWrites();
    } else if (editor.getSnapshot().matches("saved")) {
      expect(this.disk.stored, "the draft of a recorded order").toBeNull();
      editor.stop();
      await this.open();
    }
  }
}

/**
 * Takes the steps in the current tab of a user, who begins with one tab. The first `switchTab` in `path` opens a second
 * tab, and each later `switchTab` changes to the other tab.
 */
const walk = async (conditions: SaveCondition[], path: Step[], fault: EditorFault = {}) => {
  const server = new FakeServer();
  server.conditions = [...conditions];
  const shared: Shared = { server, confirmed: 0, keys: 0 };
  const tabs: Tab[] = [];
  for (const step of ["switchTab", ...path] as const) {
    if (step !== "switchTab") await tabs[0]?.take(step);
    else if (tabs.length === 2) tabs.reverse();
    else {
      tabs.unshift(new Tab(shared, fault));
      await tabs[0]?.open();
    }
  }
  for (const { given } of tabs) given.editor.stop();
  return { tabs, orders: server.size };
};

describe("random steps in the order editor", () => {
  test("random steps in the order editor — lose no draft, and create at most one order for each confirmed save", async () => {
    const seen = { doubts: 0, returns: 0, restores: 0, orders: 0, pairs: 0 };
    await assertProperty(
      fc.asyncProperty(conditions, steps, async (network, path) => {
        const { tabs, orders } = await walk(network, path);
        for (const { doubts, returns, restores } of tabs) {
          seen.doubts += doubts;
          seen.returns += returns;
          seen.restores += restores;
        }
        seen.orders += orders;
        seen.pairs += tabs.length - 1;
      }),
    );
    // Every counted situation, such as an unknown outcome or a restored draft, must be frequent. Otherwise the random
    // steps would prove little.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(WALKS / 20);
  });

  const faults: [name: string, mistake: string, plant: () => EditorFault][] = [
    [
      "a new idempotency key for each attempt",
      "orders of as many confirmations",
      () => {
        let attempts = 0;
        return { send: (intent, _, send) => send({ ...intent, key: `${intent.key}-${++attempts}` }) };
      },
    ],
    [
      "a save that is not stored in the journal",
      "orders of as many confirmations",
      () => ({ journal: (intent) => ({ intent, stored: null }) }),
    ],
    [
      "a new idempotency key for a changed draft",
      "orders of as many confirmations",
      () => {
        let drafts = 0;
        return {
          journal: (intent) => {
            const changed = { ...intent, key: `changed-${++drafts}` };
            return { intent: changed, stored: { key: changed.key } };
          },
        };
      },
    ],
    [
      "an unknown outcome that counts as a refusal",
      "shown as refused",
      () => ({
        send: async (intent, _, send) => {
          const outcome = await send(intent);
          return outcome.kind === "unknown" ? { kind: "refused", failure: aFailure("refused") } : outcome;
        },
      }),
    ],
    [
      "a draft that is deleted before the server has recorded the order",
      "deleted drafts",
      () => ({
        send: async (intent, disk, send) => {
          await disk.forget();
          return send(intent);
        },
      }),
    ],
    [
      "a draft that is not written",
      "the draft on the disk",
      () => ({
        editor: (machine) => machine.provide({ actions: { keepDraft: () => {} } }),
      }),
    ],
    [
      "a delayed write of the draft that overwrites the stored key",
      "orders of as many confirmations",
      () => ({
        editor: (machine) => machine.provide({ actions: { releaseDraft: () => {} } }),
      }),
    ],
    [
      "a draft that is restored without its lines",
      "the restored draft",
      () => ({
        editor: (machine) =>
          machine.provide({ actions: { resume: assign(({ context }) => ({ draft: context.draft, stored: null })) } }),
      }),
    ],
  ];

  test.each(faults)("random steps in the order editor — detect %s", async (_, mistake, plant) => {
    const walks = fc.asyncProperty(
      conditions,
      steps,
      async (network, path) => void (await walk(network, path, plant())),
    );
    expect(await findMistakes(walks)).toContain(mistake);
  });
});
