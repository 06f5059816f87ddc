import { assign, emit, setup } from "xstate";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { applyFavourite, type FavouriteChange, MAX_FAVOURITES } from "./favourites.ts";

interface FavouritesContext {
  readonly companyId: number;
  /** Ids of the favourite dishes as last read from the server or saved on it. */
  readonly saved: readonly number[];
  /** Changes that are not saved yet, oldest first. */
  readonly changes: readonly FavouriteChange[];
}

/** Returns the ids of the favourite dishes, with the changes that are not saved yet. */
export const favouriteIds = ({ saved, changes }: Pick<FavouritesContext, "saved" | "changes">): readonly number[] =>
  changes.reduce(applyFavourite, saved);

type ToggledDish = Omit<FavouriteChange, "isFavourite">;

const changeOf = (context: FavouritesContext, { itemId, menuIds }: ToggledDish): FavouriteChange => ({
  itemId,
  menuIds,
  isFavourite: !favouriteIds(context).includes(itemId),
});

/**
 * Favourite dishes of the user in one company. Changes are shown immediately and saved one after another. If the server
 * does not save a change, all unsaved changes are undone.
 */
export const favouritesMachine = setup({
  types: {
    context: {} as FavouritesContext,
    input: {} as { readonly companyId: number },
    events: {} as EnvironmentEvent | ({ type: "favourite.toggle" } & ToggledDish),
    /**
     * `favourites.full`: the limit prevents a further favourite. `favourites.failed`: the server did not save a change.
     */
    emitted: {} as { type: "favourites.full" } | { type: "favourites.failed" },
    tags: {} as "known",
  },
  actors: {
    environment: environmentStub,
    read: stub<readonly number[], { companyId: number }>("read"),
    save: stub<readonly number[], { companyId: number; change: FavouriteChange }>("save"),
  },
  guards: {
    isFull: ({ context }, { itemId, menuIds }: ToggledDish) => {
      const ids = favouriteIds(context);
      return ids.filter((id) => menuIds.includes(id)).length >= MAX_FAVOURITES && !ids.includes(itemId);
    },
    hasChanges: ({ context }) => context.changes.length > 0,
  },
  actions: {
    keepRead: assign((_, saved: readonly number[]) => ({ saved })),
    addChange: assign(({ context }, toggled: ToggledDish) => ({
      changes: [...context.changes, changeOf(context, toggled)],
    })),
    keepSaved: assign(({ context }, saved: readonly number[]) => ({ saved, changes: context.changes.slice(1) })),
    undoChanges: assign({ changes: [] }),
    reportFull: emit({ type: "favourites.full" }),
    reportFailed: emit({ type: "favourites.failed" }),
  },
}).createMachine({
  id: "favourites",
  context: ({ input }) => ({ companyId: input.companyId, saved: [], changes: [] }),
  invoke: { id: "environment", src: "environment" },
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { companyId } }) => ({ companyId }),
        onDone: { target: "known", actions: { type: "keepRead", params: outputOf } },
        onError: "absent",
      },
    },
    absent: {
      description: "Without the saved favourites the order editor shows no stars.",
      on: { "network.online": "reading" },
    },
    known: {
      tags: "known",
      on: {
        "favourite.toggle": [
          { guard: { type: "isFull", params: ({ event }) => event }, actions: "reportFull" },
          { actions: { type: "addChange", params: ({ event }) => event } },
        ],
      },
      initial: "settled",
      states: {
        settled: { always: { guard: "hasChanges", target: "saving" } },
        saving: {
          invoke: {
            id: "save",
            src: "save",
            input: ({ context: { companyId, changes } }) => {
              const [change] = changes;
              if (!change) throw new Error("There is no change to save");
              return { companyId, change };
            },
            onDone: { target: "settled", actions: { type: "keepSaved", params: outputOf } },
            onError: { target: "settled", actions: ["undoChanges", "reportFailed"] },
          },
        },
      },
    },
  },
});
