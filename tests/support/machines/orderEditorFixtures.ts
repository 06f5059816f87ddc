import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { Place as FoundPlace } from "#domain/address.ts";
import { addressSuggestionsMachine } from "#machines/orders/editor/addressSuggestions.machine.ts";
import { customerLookupMachine } from "#machines/orders/editor/customerLookup.machine.ts";
import type { DraftCall, DraftIntent, DraftRecord, StoredDraft } from "#machines/orders/editor/draft.ts";
import { priceDraft, toOrderSave } from "#machines/orders/editor/draftOrder.ts";
import { type OrderEditorEmitted, orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import type { Assortment, Attempt, OpenOutcome, Place, SaveOutcome } from "#machines/orders/editor/orderEditor.ts";
import { categories, juice, margherita, savedOrder, tenPercent } from "./orderEditorSamples.ts";

/** Lets every promise that is ready be heard. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** The disk of the operator's computer. */
export interface Disk {
  stored: StoredDraft | null;
  writes: DraftRecord[];
}

/** What a server answers to a save; "lost" books the order and loses the answer, "silent" never hears of it. */
export type Mood = "answers" | "lost" | "silent" | "refuses" | "stale";

/** A server that keeps orders by the key they were sent with, as the real one does. */
export class FakeServer extends Map<string, { body: string; order: Schemas["Order"] }> {
  readonly attempts: Attempt[] = [];
  moods: Mood[] = [];
  current: Schemas["Order"] = savedOrder;
  amountOff = 0;

  readonly save = async (attempt: Attempt): Promise<SaveOutcome> => {
    this.attempts.push(attempt);
    const mood = this.moods.shift() ?? "answers";
    const uncertain: SaveOutcome = { kind: "uncertain", message: "Сервер не отвечает." };
    if (mood === "silent") return uncertain;
    const known = this.get(attempt.key);
    if (!known && mood === "refuses") {
      return { kind: "refused", refusal: { message: "Нельзя.", errors: { phone: "Номер занят." }, traceId: "t1" } };
    }
    if (!known && mood === "stale") return { kind: "stale", order: this.current };
    const entry = known ?? this.#book(attempt);
    if (entry.body !== JSON.stringify(toOrderSave(attempt.draft)))
      throw new Error("The key was used with another body");
    return mood === "lost" ? uncertain : { kind: "recorded", order: entry.order };
  };

  #book({ key, draft, place }: Attempt) {
    const amount = priceDraft(draft, [tenPercent]).amount + this.amountOff;
    const order = { ...savedOrder, id: place.orderId ?? 5000 + this.size, amount, version: this.current.version + 1 };
    const entry = { body: JSON.stringify(toOrderSave(draft)), order };
    this.set(key, entry);
    return entry;
  }
}

/** What is particular about an editor. */
export interface WorldOptions {
  order?: Schemas["Order"];
  stored?: StoredDraft | null;
  call?: DraftCall;
  open?: () => Promise<OpenOutcome>;
  lookUp?: (phone: string, signal: AbortSignal) => Promise<Schemas["Customer"] | null>;
  search?: (street: string) => Promise<FoundPlace[]>;
  /** Whether nobody answered when menu and discounts were read. */
  isOutdated?: boolean;
  readAssortment?: () => Promise<Assortment>;
  readDiscounts?: () => Promise<Schemas["Discount"][]>;
  readOrder?: () => Promise<Schemas["Order"]>;
  keep?: () => Promise<void>;
  /** Breaks the machine on purpose. */
  mutate?: (machine: typeof orderEditorMachine, parts: { server: FakeServer; disk: Disk }) => typeof orderEditorMachine;
  server?: FakeServer;
  disk?: Disk;
  newKey?: () => string;
}

let keys = 0;

/** An editor with a fake server, a fake disk and a clock of its own. */
export const givenEditor = async (options: WorldOptions = {}) => {
  const server = options.server ?? new FakeServer();
  const disk: Disk = options.disk ?? { stored: options.stored ?? null, writes: [] };
  const clock = new SimulatedClock();
  const newKey = options.newKey ?? (() => `key-${++keys}`);
  const write = async (record: DraftRecord): Promise<void> => {
    if (options.keep) return options.keep();
    disk.writes.push(record);
    disk.stored = { savedAt: clock.now(), record: structuredClone(record) };
  };
  const assortment: Assortment = { menu: { categories, items: [margherita, juice] }, discounts: [tenPercent] };
  const nothing: Assortment = { menu: { categories: [], items: [] }, discounts: [] };
  const opened = async (): Promise<OpenOutcome> => ({
    kind: "opened",
    opened: {
      ...(options.isOutdated ? nothing : assortment),
      isCurrent: !options.isOutdated,
      order: options.order ?? null,
      stored: disk.stored,
    },
  });
  const { lookUp = async () => null, search = async () => [] } = options;
  const { readAssortment = async () => assortment } = options;
  const { readDiscounts = async () => [tenPercent], readOrder = async () => savedOrder } = options;
  const whole = orderEditorMachine.provide({
    actors: {
      open: fromPromise<OpenOutcome, Place>(() => (options.open ?? opened)()),
      keep: fromPromise<void, DraftRecord>(({ input }) => write(input)),
      forget: fromPromise<void>(async () => {
        disk.stored = null;
      }),
      journal: fromPromise<{ intent: DraftIntent; isKept: boolean }, DraftRecord>(async ({ input }) => {
        const intent = { key: newKey() };
        const isKept = await write({ ...input, intent }).then(
          () => true,
          () => false,
        );
        return { intent, isKept };
      }),
      save: fromPromise<SaveOutcome, Attempt>(({ input }) => server.save(input)),
      readAssortment: fromPromise<Assortment, Place>(readAssortment),
      readDiscounts: fromPromise<Schemas["Discount"][], Place>(readDiscounts),
      readOrder: fromPromise<Schemas["Order"], { companyId: number; orderId: number }>(readOrder),
      customer: customerLookupMachine.provide({
        actors: {
          lookUp: fromPromise<Schemas["Customer"] | null, { phone: string }>(({ input, signal }) =>
            lookUp(input.phone, signal),
          ),
        },
      }),
      address: addressSuggestionsMachine.provide({
        actors: { search: fromPromise<FoundPlace[], { street: string }>(({ input }) => search(input.street)) },
      }),
    },
  });
  const machine = options.mutate?.(whole, { server, disk }) ?? whole;
  const place: Place = { companyId: 1, orderId: options.order?.id ?? null, call: options.call ?? null };
  const editor = createActor(machine, { input: place, clock });
  const emitted: OrderEditorEmitted[] = [];
  editor.on("*", (event) => emitted.push(event));
  editor.start();
  await settle();
  const wait = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  return { editor, server, disk, clock, emitted, wait, context: () => editor.getSnapshot().context };
};

/** An editor and all around it. */
export type World = Awaited<ReturnType<typeof givenEditor>>;

/** Types a whole small order. */
export const typeOrder = (world: World, phone = "89161234567"): void => {
  world.editor.send({ type: "draft.type", field: "phone", text: phone });
  world.editor.send({ type: "draft.add", itemId: margherita.id, categoryId: null });
};
