import { fromPromise } from "xstate";
import { type Api, ApiProblem, isOpen, NoAnswer, type Schemas, unwrap } from "#api/client.ts";
import type { Place as FoundPlace } from "#domain/address.ts";
import { wordsOf } from "#machines/support/errorOf.ts";
import type { DraftRecord, Intent, StoredDraft } from "./draft.ts";
import { saveOf } from "./draftOrder.ts";
import { offeredMenu } from "./offeredMenu.ts";
import type { Assortment, Attempt, Opened, OpenOutcome, Place, Refusal, SaveOutcome } from "./orderEditor.ts";
import { orderEditorAddressMachine } from "./orderEditorAddress.machine.ts";
import { areItems, areNamed, isCustomer, isOrder, staleOrder } from "./orderEditorAnswers.ts";
import { orderEditorCustomerMachine } from "./orderEditorCustomer.machine.ts";

/** Where the draft of one place is kept; writes take effect in the order in which they were asked for. */
export interface DraftStore {
  find(): Promise<StoredDraft | null>;
  keep(record: DraftRecord): Promise<void>;
  forget(): Promise<void>;
}

/** What was read last of each company, for orders that are taken while nobody answers. */
export type Assortments = Map<number, Assortment>;

/** What the editor's actors work with; `newKey` makes an idempotency key by chance. */
export interface EditorWorld {
  api: Api;
  drafts: DraftStore;
  assortments: Assortments;
  newKey: () => string;
  /** Finds the places that a text may mean. */
  search: (street: string, signal: AbortSignal) => Promise<FoundPlace[]>;
}

const readOrder = (api: Api, place: { companyId: number; orderId: number }, signal: AbortSignal) =>
  unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params: { path: place }, signal }), isOrder);

const readDiscounts = ({ api }: EditorWorld, { companyId }: Place, signal: AbortSignal) =>
  unwrap(api.GET("/api/Discount/Company/{companyId}", { params: { path: { companyId } }, signal }), areNamed);

const readAssortment = async (world: EditorWorld, place: Place, signal: AbortSignal): Promise<Assortment> => {
  const { api, assortments } = world;
  const params = { params: { path: { companyId: place.companyId } }, signal };
  const [categories, items, discounts] = await Promise.all([
    unwrap(api.GET("/api/Category/Company/{companyId}", params), areNamed),
    unwrap(api.GET("/api/Item/Company/{companyId}", params), areItems),
    readDiscounts(world, place, signal),
  ]);
  const read = { menu: offeredMenu({ categories, items }), discounts };
  assortments.set(place.companyId, read);
  return read;
};

const nothing: Assortment = { menu: { categories: [], items: [] }, discounts: [] };

/** While nobody answers, a new order is begun with what was read before, or with nothing: whoever calls says phone and address first. */
const assortmentToBegin = (world: EditorWorld, place: Place, signal: AbortSignal) =>
  readAssortment(world, place, signal).then(
    (read) => ({ ...read, isCurrent: true }),
    (reason) => {
      if (place.orderId !== null || !(reason instanceof NoAnswer)) throw reason;
      return { ...(world.assortments.get(place.companyId) ?? nothing), isCurrent: false };
    },
  );

const readAll = async (world: EditorWorld, place: Place, signal: AbortSignal): Promise<Opened> => {
  const { companyId, orderId } = place;
  const [assortment, order, stored] = await Promise.all([
    assortmentToBegin(world, place, signal),
    orderId === null ? null : readOrder(world.api, { companyId, orderId }, signal),
    world.drafts.find().catch(() => null),
  ]);
  return { ...assortment, order, stored };
};

const refusalOf = (reason: unknown): Refusal =>
  reason instanceof ApiProblem
    ? { message: reason.message, errors: reason.errors, traceId: reason.traceId }
    : { message: wordsOf(reason), errors: {}, traceId: undefined };

const open = (world: EditorWorld, place: Place, signal: AbortSignal): Promise<OpenOutcome> =>
  readAll(world, place, signal).then(
    (opened) => ({ kind: "opened", opened }),
    (reason) =>
      reason instanceof ApiProblem && reason.status === 404
        ? { kind: "unknown" }
        : { kind: "failed", refusal: refusalOf(reason) },
  );

const journal = async (
  { drafts, newKey }: EditorWorld,
  record: DraftRecord,
): Promise<{ intent: Intent; isKept: boolean }> => {
  const intent = { key: newKey() };
  const isKept = await drafts.keep({ ...record, intent }).then(
    () => true,
    () => false,
  );
  return { intent, isKept };
};

const send = ({ api }: EditorWorld, { place, key, draft, version }: Attempt): Promise<Schemas["Order"]> => {
  const { companyId, orderId } = place;
  const body = saveOf(draft);
  if (orderId === null) {
    const params = { path: { companyId }, header: { "Idempotency-Key": key } };
    return unwrap(api.POST("/api/Order/Company/{companyId}", { params, body }), isOrder);
  }
  const header = { "Idempotency-Key": key, ...(version !== null && { "If-Match": `"${version}"` }) };
  const params = { path: { companyId, orderId }, header };
  return unwrap(api.POST("/api/Order/{orderId}/Company/{companyId}", { params, body }), isOrder);
};

/** A fault may have come after the booking; asked again under its key a booked order is found, so that a second fault is a refusal. */
const isFaulty = (reason: unknown): boolean => reason instanceof ApiProblem && reason.status >= 500;

const failureOf = (reason: unknown, isAskedAgain: boolean): SaveOutcome => {
  const refusal = refusalOf(reason);
  if (isOpen(reason) && !(isAskedAgain && isFaulty(reason))) return { kind: "uncertain", message: refusal.message };
  const theirs = reason instanceof ApiProblem && reason.status === 412 ? staleOrder(reason.body) : undefined;
  return theirs ? { kind: "stale", order: theirs as Schemas["Order"] } : { kind: "refused", refusal };
};

/** No signal here: a save that was sent is carried to its end, and journalled for the next opening. */
const save = (world: EditorWorld, attempt: Attempt): Promise<SaveOutcome> =>
  send(world, attempt).then(
    (order) => ({ kind: "recorded", order }),
    (reason: unknown) => failureOf(reason, attempt.isAskedAgain),
  );

const lookUp = async (api: Api, companyId: number, phone: string, signal: AbortSignal) => {
  try {
    const path = { companyId, phone };
    return await unwrap(api.GET("/api/Customer/Company/{companyId}/{phone}", { params: { path }, signal }), isCustomer);
  } catch (reason) {
    if (reason instanceof ApiProblem && reason.status === 404) return null;
    throw reason;
  }
};

/** The editor's actors over an API and a store of drafts, for one company. */
export const orderEditorActors = (world: EditorWorld, companyId: number) => ({
  open: fromPromise<OpenOutcome, Place>(({ input, signal }) => open(world, input, signal)),
  keep: fromPromise<void, DraftRecord>(({ input }) => world.drafts.keep(input)),
  forget: fromPromise<void>(() => world.drafts.forget()),
  journal: fromPromise<{ intent: Intent; isKept: boolean }, DraftRecord>(({ input }) => journal(world, input)),
  save: fromPromise<SaveOutcome, Attempt>(({ input }) => save(world, input)),
  readAssortment: fromPromise<Assortment, Place>(({ input, signal }) => readAssortment(world, input, signal)),
  readDiscounts: fromPromise<Schemas["Discount"][], Place>(({ input, signal }) => readDiscounts(world, input, signal)),
  readOrder: fromPromise<Schemas["Order"], { companyId: number; orderId: number }>(({ input, signal }) =>
    readOrder(world.api, input, signal),
  ),
  customer: orderEditorCustomerMachine.provide({
    actors: {
      lookUp: fromPromise<Schemas["Customer"] | null, { phone: string }>(({ input, signal }) =>
        lookUp(world.api, companyId, input.phone, signal),
      ),
    },
  }),
  address: orderEditorAddressMachine.provide({
    actors: {
      search: fromPromise<FoundPlace[], { street: string }>(({ input, signal }) => world.search(input.street, signal)),
    },
  }),
});
