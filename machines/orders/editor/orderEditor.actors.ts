import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { type Api, ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import type { AddressSuggestions } from "#domain/address.ts";
import type { NewRequest, SendInput } from "#machines/core/mutation.machine.ts";
import { failedOutcome, type MutationOutcome } from "#machines/core/mutation.ts";
import { queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { OrderPath } from "#machines/payments/orderSnapshot.ts";
import { completeOrder, hasItemIds, type Order } from "#machines/queries/order.ts";
import { addressSuggestionsMachine } from "./addressSuggestions.machine.ts";
import { areItems, areNamed, findStaleOrder, isCustomer, isEditableOrder } from "./answerShapes.ts";
import { customerLookupMachine } from "./customerLookup.machine.ts";
import { type DraftWrite, draftKeeperMachine, type NamedDraft } from "./draftKeeper.machine.ts";
import type { DraftMerge, MergedDrafts } from "./draftMerge.ts";
import { toOrderSave } from "./draftOrder.ts";
import { type Assortment, type SaveIntent, type SaveRequest, saveMutationMachine } from "./editorContext.ts";
import { toOrderMenu } from "./offeredMenu.ts";
import { repeatOrderMachine } from "./repeatOrder.machine.ts";

type SaveOutcome = MutationOutcome<Order, Order>;

/** Storage of the drafts of one order. Writes and deletions take effect in the sequence of the calls. */
export interface DraftStore {
  /** Returns an unused name for a new stored draft. */
  newName(): string;
  /** Lists the stored drafts, newest first. */
  list(): Promise<readonly NamedDraft[]>;
  /**
   * Locks a draft for this editor. Resolves with false if the draft is open in another tab or in another editor of this
   * tab.
   */
  claim(name: string): Promise<boolean>;
  keep(write: DraftWrite): Promise<void>;
  forget(name: string): Promise<void>;
}

/** Dependencies of the actors of the order editor. `now` returns the server's time, ms since 1970. */
export interface EditorParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly now: () => number;
  /** Returns false if the server ignores idempotency keys. A repeated save would then create a second order. */
  readonly hasKeys: () => boolean;
  readonly drafts: DraftStore;
  readonly newKey: () => string;
  /** Returns suggestions of streets and houses for the typed street. */
  readonly search: (street: string, signal: AbortSignal) => Promise<AddressSuggestions>;
  /** Stores the menu and the discounts in memory for the next order on this page. */
  readonly cacheAssortment: (companyId: number, assortment: Assortment) => void;
}

const readItems = (api: Api, path: { companyId: number }, signal: AbortSignal) =>
  unwrap(api.GET("/api/Item/Company/{companyId}", { params: { path }, signal }), areItems);

/** Reads an order. If the server sends no dish ids, the ids are found in the menu by the names of the dishes. */
const readOrder = async (api: Api, { companyId, orderId }: OrderPath, signal: AbortSignal): Promise<Order> => {
  const params = { path: { companyId, orderId } };
  const order = await unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params, signal }), isEditableOrder);
  return completeOrder(order, companyId, hasItemIds(order) ? [] : await readItems(api, { companyId }, signal));
};

const readDiscounts = (api: Api, path: { companyId: number }, signal: AbortSignal) =>
  unwrap(api.GET("/api/Discount/Company/{companyId}", { params: { path }, signal }), areNamed);

const assortmentQuery = (
  cache: EditorParts["cacheAssortment"],
): QueryDescriptor<{ readonly companyId: number }, Assortment> => ({
  name: "assortment",
  load: async (api, path, signal) => {
    const params = { params: { path }, signal };
    const [categories, items, discounts] = await Promise.all([
      unwrap(api.GET("/api/Category/Company/{companyId}", params), areNamed),
      readItems(api, path, signal),
      readDiscounts(api, path, signal),
    ]);
    const assortment = { menu: toOrderMenu({ categories, items }), discounts };
    cache(path.companyId, assortment);
    return assortment;
  },
});

/**
 * Returns the body of the save request (business, section 7). An order that is due "now" gets the time of the save as
 * its due time.
 */
const bodyOf = ({ target: { companyId, orderId }, draft, base, at }: SaveRequest): Schemas["OrderSave"] => ({
  ...toOrderSave(draft, base),
  companyId,
  orderId,
  ...(draft.date === null && at !== undefined && { date: at, isAsap: true }),
});

const post = async (api: Api, { key, request }: SaveIntent): Promise<Order> => {
  const { target, base } = request;
  const { companyId, orderId } = target;
  const body = bodyOf(request);
  if (orderId === null) {
    const params = { path: { companyId }, header: { "Idempotency-Key": key } };
    const created = await unwrap(api.POST("/api/Order/Company/{companyId}", { params, body }), isEditableOrder);
    return completeOrder(created, companyId);
  }
  const params = { path: { companyId, orderId }, header: toWriteHeaders({ version: base?.version, key }) };
  const edited = await unwrap(api.POST("/api/Order/{orderId}/Company/{companyId}", { params, body }), isEditableOrder);
  return completeOrder(edited, companyId);
};

/** Sends a save. The request is never aborted, because the server could record the order in spite of the abort. */
const save = async (api: Api, intent: SaveIntent): Promise<SaveOutcome> => {
  try {
    return { kind: "recorded", result: await post(api, intent) };
  } catch (error) {
    return failedOutcome(error, ({ body }) => {
      const stale = findStaleOrder(body);
      return stale && completeOrder(stale, intent.request.target.companyId);
    });
  }
};

const findCustomer = async (
  api: Api,
  path: { companyId: number; phone: string },
  signal: AbortSignal,
): Promise<Schemas["Customer"] | null> => {
  try {
    return await unwrap(api.GET("/api/Customer/Company/{companyId}/{phone}", { params: { path }, signal }), isCustomer);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
};

/**
 * Stores the idempotency key with the draft. A failure of the storage does not prevent the save, but then the save
 * cannot be verified after a reload.
 */
const journal = async (
  { drafts, newKey }: EditorParts,
  { request, key = newKey() }: NewRequest<SaveRequest>,
): Promise<SaveIntent> => {
  const record = {
    draft: request.draft,
    base: request.base,
    intent: { key, ...(request.at !== undefined && { at: request.at }) },
  };
  await drafts.keep({ name: request.draftName, record }).catch(() => {});
  return { key, request };
};

export const orderEditorActors = (parts: EditorParts, companyId: number) => {
  const { api, drafts, environment } = parts;
  return {
    assortment: queryMachineOf<{ readonly companyId: number }, Assortment>().provide({
      actors: queryActors(parts, assortmentQuery(parts.cacheAssortment)),
    }),
    drafts: draftKeeperMachine.provide({
      actors: {
        list: fromPromise<readonly NamedDraft[]>(() => drafts.list()),
        claim: fromPromise<boolean, { name: string }>(({ input }) => drafts.claim(input.name)),
        keep: fromPromise<void, DraftWrite>(({ input }) => drafts.keep(input)),
        forget: fromPromise<void, { name: string }>(({ input }) => drafts.forget(input.name)),
      },
    }),
    customer: customerLookupMachine.provide({
      actors: {
        environment,
        lookUp: fromPromise<Schemas["Customer"] | null, { phone: string }>(({ input, signal }) =>
          findCustomer(api, { companyId, phone: input.phone }, signal),
        ),
      },
    }),
    address: addressSuggestionsMachine.provide({
      actors: {
        search: fromPromise<AddressSuggestions, { street: string }>(({ input, signal }) =>
          parts.search(input.street, signal),
        ),
      },
    }),
    repeat: repeatOrderMachine.provide({
      actors: { read: fromPromise<Order, OrderPath>(({ input, signal }) => readOrder(api, input, signal)) },
    }),
    save: saveMutationMachine.provide({
      actors: {
        environment,
        journal: fromPromise<SaveIntent, NewRequest<SaveRequest>>(({ input }) => journal(parts, input)),
        send: fromPromise<SaveOutcome, SendInput<SaveRequest>>(({ input: { key, request } }) =>
          save(api, { key, request }),
        ),
        // A server with idempotency keys answers a known key with the stored answer, so a save is verified by sending
        // it again. A server without idempotency keys is searched for the saved order.
        verify: fromPromise<SaveOutcome, SaveIntent>(async ({ input, signal }) => {
          if (parts.hasKeys()) return save(api, input);
          const { findSavedOrder } = await import("./findSavedOrder.ts");
          return findSavedOrder(api, input.request, parts.now(), signal);
        }),
        // The journal has no separate entry to delete, because the idempotency key is part of the stored draft. The
        // editor deletes the draft after a recorded save, and removes the key after a refused or stale save. After
        // `keyReused` for a new order it keeps the key, because a new key could create a second order.
        clear: fromPromise<void, SaveIntent>(async () => {}),
      },
    }),
    readOrder: fromPromise<Order, OrderPath>(({ input, signal }) => readOrder(api, input, signal)),
    readDiscounts: fromPromise<Schemas["Discount"][], { readonly companyId: number }>(({ input, signal }) =>
      readDiscounts(api, input, signal),
    ),
    // Few saves conflict, so the code of the merge is loaded on demand.
    merge: fromPromise<DraftMerge, MergedDrafts>(async ({ input }) =>
      (await import("./draftMerge.ts")).mergeDrafts(input),
    ),
  };
};
