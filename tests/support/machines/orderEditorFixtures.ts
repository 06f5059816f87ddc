import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type AddressSuggestions, type GeoPlace, suggestAddresses } from "#domain/address.ts";
import { isEqual } from "#machines/core/equality.ts";
import type { NewRequest, SendInput } from "#machines/core/mutation.machine.ts";
import type { MutationOutcome } from "#machines/core/mutation.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryRequest } from "#machines/core/query.ts";
import { addressSuggestionsMachine } from "#machines/orders/editor/addressSuggestions.machine.ts";
import { customerLookupMachine } from "#machines/orders/editor/customerLookup.machine.ts";
import type { DraftCall, DraftRecord, StoredDraft } from "#machines/orders/editor/draft.ts";
import { type DraftWrite, draftKeeperMachine, type NamedDraft } from "#machines/orders/editor/draftKeeper.machine.ts";
import { type DraftMerge, type MergedDrafts, mergeDrafts } from "#machines/orders/editor/draftMerge.ts";
import { priceDraft, toOrderSave } from "#machines/orders/editor/draftOrder.ts";
import {
  type Assortment,
  type SaveIntent,
  type SaveRequest,
  saveMutationMachine,
} from "#machines/orders/editor/editorContext.ts";
import type { EditorFacts } from "#machines/orders/editor/editorReasons.ts";
import { type OrderEditorEmitted, orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import { repeatOrderMachine } from "#machines/orders/editor/repeatOrder.machine.ts";
import type { OrderPath } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";
import { givenEnvironment } from "./environments.ts";
import { aFailure, assortment, savedOrder, tenPercent } from "./orderEditorSamples.ts";
import type { VersionedOrder } from "./orderSamples.ts";

/** Waits for the callbacks of pending promises, and for the draft writes that these callbacks start. */
export const flushWrites = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Result of saving an order. */
export type SaveOutcome = MutationOutcome<Order, Order>;

/** Fake of the IndexedDB store for drafts. The writes end one after another, each shortly after its start. */
export class Disk {
  stored: StoredDraft | null = null;
  isBroken = false;
  /** Number of completed deletions of the draft. */
  removals = 0;
  #last: Promise<void> = Promise.resolve();

  readonly keep = (record: DraftRecord): Promise<void> => {
    const copy = structuredClone(record);
    return this.#write(() => {
      if (this.isBroken) throw new Error("The disk is full");
      this.stored = { savedAt: 0, record: copy };
    });
  };

  readonly forget = (): Promise<void> =>
    this.#write(() => {
      this.stored = null;
      this.removals += 1;
    });

  #write(write: () => void): Promise<void> {
    const written = this.#last.then(() => new Promise((resolve) => setImmediate(resolve))).then(write);
    this.#last = written.catch(() => {});
    return written;
  }
}

/**
 * Behaviour of the network and the server during a save.
 * - "open": the server stores the order and answers.
 * - "requestLost": the server does not get the request.
 * - "answerLost": the server stores the order, but the client gets no response.
 * - "answerHeld": the server stores the order and never answers.
 * - "refused": the server refuses the save.
 * - "stale": the server answers that there is a newer version of the order.
 *
 * A request whose key is known is not refused as "refused" or "stale": it gets the stored result, or is refused because
 * its order differs from the stored one.
 */
export type SaveCondition = "open" | "answerHeld" | "answerLost" | "requestLost" | "refused" | "stale";

const unknown: SaveOutcome = { kind: "unknown", failure: aFailure("unanswered", "Сервер не отвечает.") };
const keyReused: SaveOutcome = { kind: "refused", failure: aFailure("keyReused", "Ключ уже использован.") };
const refused: SaveOutcome = {
  kind: "refused",
  failure: { ...aFailure("refused", "Нельзя.", { phone: "Номер занят." }), traceId: "t1" },
};

/** Fake server that stores each order under the idempotency key of the request. */
export class FakeServer extends Map<string, { body: Schemas["OrderSave"]; order: Order }> {
  readonly attempts: SaveIntent[] = [];
  conditions: SaveCondition[] = [];
  current: VersionedOrder = savedOrder;
  /** Difference between the total of the server and the total in the editor, roubles. */
  amountOff = 0;

  readonly save = async (intent: SaveIntent): Promise<SaveOutcome> => {
    this.attempts.push(intent);
    const condition = this.conditions.shift() ?? "open";
    if (condition === "requestLost") return unknown;
    const outcome = this.#answer(intent, condition);
    if (condition === "answerHeld") return new Promise(() => {});
    return condition === "answerLost" ? unknown : outcome;
  };

  #answer({ key, request }: SaveIntent, condition: SaveCondition): SaveOutcome {
    const body = toOrderSave(request.draft);
    const known = this.get(key);
    if (known) return isEqual(known.body, body) ? { kind: "recorded", result: known.order } : keyReused;
    if (condition === "refused") return refused;
    if (condition === "stale") return { kind: "stale", current: this.current };
    const amount = priceDraft(request.draft, [tenPercent], null).amount + this.amountOff;
    const id = request.target.orderId ?? 5000 + this.size;
    const order = { ...savedOrder, id, amount, version: this.current.version + 1 };
    this.set(key, { body, order });
    return { kind: "recorded", result: order };
  }
}

/** Mutant of the editor. Tests use it to prove that the random steps detect this fault. */
export interface EditorFault {
  readonly editor?: (machine: typeof orderEditorMachine) => typeof orderEditorMachine;
  readonly send?: (intent: SaveIntent, disk: Disk, send: FakeServer["save"]) => Promise<SaveOutcome>;
  readonly journal?: (intent: SaveIntent) => { readonly intent: SaveIntent; readonly stored: DraftRecord["intent"] };
}

/** Options for an editor in a test. */
export interface EditorOptions {
  readonly order?: Order;
  readonly stored?: StoredDraft;
  readonly call?: DraftCall;
  readonly facts?: EditorFacts;
  /** Menu and discounts in the page's cache, from an earlier use of the editor. */
  readonly cached?: Assortment;
  readonly lookUp?: (phone: string, signal: AbortSignal) => Promise<Schemas["Customer"] | null>;
  readonly search?: (street: string) => Promise<GeoPlace[]>;
  readonly readAssortment?: () => Promise<Assortment>;
  readonly readDiscounts?: () => Promise<Schemas["Discount"][]>;
  /** Returns the order that is edited. */
  readonly readOrder?: () => Promise<Order>;
  /** Returns the earlier order with the lines that are copied into a new order. */
  readonly readFormer?: () => Promise<Order>;
  readonly merge?: (drafts: MergedDrafts) => Promise<DraftMerge>;
  readonly send?: (intent: SaveIntent) => Promise<SaveOutcome>;
  readonly fault?: EditorFault;
  readonly server?: FakeServer;
  readonly disk?: Disk;
  readonly newKey?: () => string;
}

const DRAFT_NAME = "4/1/new/a";

/** User who may create and edit orders, and who created `savedOrder`. */
export const allFacts: EditorFacts = { permissions: { "order.create": 1, "order.edit": 1 }, userId: 4 };

let keys = 0;

const assortmentQuery = queryMachineOf<{ readonly companyId: number }, Assortment>();

/**
 * Returns a page with a fake server and a fake draft store. Each call of `open` starts an editor with its own clock.
 */
export const createEditorPage = (options: EditorOptions = {}) => {
  const { server = new FakeServer(), disk = new Disk(), fault = {}, order = null } = options;
  if (options.stored) disk.stored = options.stored;
  const { environment, report } = givenEnvironment();
  const { newKey = () => `key-${++keys}`, lookUp = async () => null, search = async () => [] } = options;
  const { readAssortment = async () => assortment, readDiscounts = async () => [tenPercent] } = options;
  const { readOrder = async () => order ?? savedOrder, readFormer = async () => savedOrder } = options;
  const { merge = async (drafts) => mergeDrafts(drafts) } = options;
  const attempt = options.send ?? server.save;
  const send = (intent: SaveIntent) => (fault.send ? fault.send(intent, disk, attempt) : attempt(intent));
  const journalIntent = fault.journal ?? ((intent: SaveIntent) => ({ intent, stored: { key: intent.key } }));
  const provided = orderEditorMachine.provide({
    actors: {
      assortment: assortmentQuery.provide({
        actors: {
          environment,
          load: fromPromise<Loaded<{ readonly companyId: number }, Assortment>, QueryRequest<{ companyId: number }>>(
            async ({ input: { query } }) => ({ query, data: await readAssortment(), at: 0 }),
          ),
        },
      }),
      drafts: draftKeeperMachine.provide({
        actors: {
          list: fromPromise<readonly NamedDraft[]>(async () =>
            disk.stored ? [{ name: DRAFT_NAME, stored: disk.stored }] : [],
          ),
          claim: fromPromise<boolean, { name: string }>(async () => true),
          keep: fromPromise<void, DraftWrite>(({ input }) => disk.keep(input.record)),
          forget: fromPromise<void, { name: string }>(() => disk.forget()),
        },
      }),
      customer: customerLookupMachine.provide({
        actors: {
          environment,
          lookUp: fromPromise<Schemas["Customer"] | null, { phone: string }>(({ input, signal }) =>
            lookUp(input.phone, signal),
          ),
        },
      }),
      address: addressSuggestionsMachine.provide({
        actors: {
          search: fromPromise<AddressSuggestions, { street: string }>(async ({ input: { street } }) =>
            suggestAddresses(await search(street), street),
          ),
        },
      }),
      repeat: repeatOrderMachine.provide({
        actors: { read: fromPromise<Order, OrderPath>(readFormer) },
      }),
      save: saveMutationMachine.provide({
        actors: {
          environment,
          journal: fromPromise<SaveIntent, NewRequest<SaveRequest>>(async ({ input: { request, key = newKey() } }) => {
            const { intent, stored } = journalIntent({ key, request });
            const record = { draft: request.draft, base: request.base, intent: stored };
            await disk.keep(record).catch(() => {});
            return intent;
          }),
          send: fromPromise<SaveOutcome, SendInput<SaveRequest>>(({ input: { key, request } }) =>
            send({ key, request }),
          ),
          verify: fromPromise<SaveOutcome, SaveIntent>(({ input }) => send(input)),
          clear: fromPromise<void, SaveIntent>(async () => {}),
        },
      }),
      readOrder: fromPromise<Order, OrderPath>(readOrder),
      readDiscounts: fromPromise<Schemas["Discount"][], { readonly companyId: number }>(readDiscounts),
      merge: fromPromise<DraftMerge, MergedDrafts>(({ input }) => merge(input)),
    },
  });
  const machine = fault.editor?.(provided) ?? provided;
  const input = {
    companyId: 1,
    orderId: order?.id ?? null,
    call: options.call ?? null,
    facts: options.facts ?? allFacts,
    draftName: DRAFT_NAME,
    cached: options.cached,
  };
  const open = async () => {
    const clock = new SimulatedClock();
    const editor = createActor(machine, { input, clock });
    const emitted: OrderEditorEmitted[] = [];
    editor.on("*", (event) => emitted.push(event));
    editor.start();
    await flushWrites();
    return {
      editor,
      server,
      disk,
      emitted,
      /** Sends an environment event, such as a network change, to every machine that listens to the environment. */
      report,
      wait: async (ms: number): Promise<void> => {
        clock.increment(ms);
        await flushWrites();
      },
      context: () => editor.getSnapshot().context,
    };
  };
  return { open };
};

/** Starts an order editor with a fake server, a fake draft store and a simulated clock. */
export const givenEditor = (options: EditorOptions = {}) => createEditorPage(options).open();

/** Running order editor with a fake server, draft store and clock. */
export type GivenEditor = Awaited<ReturnType<typeof givenEditor>>;

/** Fills in a complete order with one dish, as a user would. */
export const typeOrder = ({ editor }: Pick<GivenEditor, "editor">, phone = "89161234567"): void => {
  editor.send({ type: "draft.type", field: "phone", text: phone });
  editor.send({ type: "draft.add", itemId: 5, categoryId: null });
};

/** Saves the order and waits until the save has ended. */
export const saveOrder = async ({ editor }: Pick<GivenEditor, "editor">): Promise<void> => {
  editor.send({ type: "order.save" });
  await flushWrites();
};
