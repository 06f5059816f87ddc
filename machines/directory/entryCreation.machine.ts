import { assign, emit, setup } from "xstate";
import { isEqual } from "#machines/core/equality.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { Identified } from "./types.ts";

/** Draft of a directory entry that has a name. */
export interface NamedEntryDraft {
  readonly name: string;
}

/** Entry that was created while the form was open. */
export interface CreatedEntry<Draft> {
  readonly id: number;
  readonly draft: Draft;
}

/** Returns the loaded rows, and a row for each created entry that is not among the loaded rows. */
export const addCreated = <Row extends Identified, Draft>(
  loaded: readonly Row[],
  created: readonly CreatedEntry<Draft>[],
  toRow: (id: number, draft: Draft) => Row,
): readonly Row[] => {
  const missing = created.filter(({ id }) => loaded.every((row) => row.id !== id));
  return missing.length === 0 ? loaded : [...loaded, ...missing.map(({ id, draft }) => toRow(id, draft))];
};

/** Returns the reason why an entry cannot be created, or undefined if it has a name. */
export const reasonNotToCreate = ({ name }: NamedEntryDraft): "noName" | undefined =>
  name.trim() === "" ? "noName" : undefined;

/** Returns a machine that creates entries with the given type of draft. */
export const entryCreationMachineOf = <Draft extends NamedEntryDraft>() =>
  setup({
    types: {
      context: {} as {
        /** Draft of the new entry. Undefined until the dialog opens for the first time. */
        readonly draft: Draft | undefined;
        /**
         * Last request without a known outcome. The next attempt with the same draft uses the same idempotency key, so
         * that the entry is not created twice.
         */
        readonly unanswered: { readonly draft: Draft; readonly key: string } | undefined;
        readonly failure: Failure | undefined;
        readonly created: readonly CreatedEntry<Draft>[];
      },
      events: {} as
        | { type: "creation.open"; draft: Draft }
        | { type: "name.change"; name: string }
        | { type: "creation.submit" }
        | { type: "creation.cancel" }
        | MutationReport<Identified, never>,
      emitted: {} as { type: "entry.created"; id: number },
      tags: {} as "busy",
      children: {} as { save: "save" },
    },
    actors: { save: mutationMachineOf<Draft, Identified, never>() },
    guards: { mayCreate: ({ context: { draft } }) => draft !== undefined && reasonNotToCreate(draft) === undefined },
    actions: {
      keepDraft: assign((_, draft: Draft) => ({ draft, failure: undefined })),
      keepName: assign(({ context: { draft } }, name: string) => (draft ? { draft: { ...draft, name } } : {})),
      trimName: assign(({ context: { draft } }) => ({
        draft: draft && { ...draft, name: draft.name.trim() },
        failure: undefined,
      })),
      keepKey: assign(({ context: { draft } }, key: string) => (draft ? { unanswered: { draft, key } } : {})),
      keepCreated: assign(({ context: { draft, created } }, { id }: Identified) => ({
        created: draft ? [...created, { id: Number(id), draft }] : created,
        unanswered: undefined,
      })),
      keepRefusal: assign((_, failure: Failure) => ({ failure, unanswered: undefined })),
      keepFailure: assign((_, failure: Failure) => ({ failure })),
      reportCreated: emit((_, { id }: Identified) => ({ type: "entry.created" as const, id: Number(id) })),
    },
  }).createMachine({
    id: "entryCreation",
    context: { draft: undefined, unanswered: undefined, failure: undefined, created: [] },
    initial: "closed",
    states: {
      closed: {
        on: {
          "creation.open": { target: "naming", actions: { type: "keepDraft", params: ({ event }) => event.draft } },
        },
      },
      naming: {
        on: {
          "name.change": { actions: { type: "keepName", params: ({ event }) => event.name } },
          "creation.submit": { guard: "mayCreate", target: "saving", actions: "trimName" },
          "creation.cancel": "closed",
        },
      },
      saving: {
        tags: "busy",
        invoke: {
          id: "save",
          src: "save",
          input: ({ context: { draft, unanswered } }) => {
            if (draft === undefined) throw new Error("No draft was submitted");
            return { request: draft, key: isEqual(unanswered?.draft, draft) ? unanswered?.key : undefined };
          },
          onError: { target: "naming", actions: { type: "keepFailure", params: failureOf } },
        },
        on: {
          "mutation.journalled": { actions: { type: "keepKey", params: ({ event }) => event.key } },
          "mutation.recorded": {
            target: "closed",
            actions: [
              { type: "keepCreated", params: ({ event }) => event.result },
              { type: "reportCreated", params: ({ event }) => event.result },
            ],
          },
          "mutation.refused": {
            target: "naming",
            actions: { type: "keepRefusal", params: ({ event }) => event.failure },
          },
        },
        initial: "sending",
        states: {
          sending: { on: { "mutation.doubtful": "doubting" } },
          doubting: {
            description: "The request is sent again until the server answers. The user may return to the form earlier.",
            on: { "creation.cancel": "#entryCreation.closed" },
          },
        },
      },
    },
  });

/** Dialog that creates a directory entry by its name. It belongs to a form in which the user chooses the entry. */
export const entryCreationMachine = /* @__PURE__ */ entryCreationMachineOf<NamedEntryDraft>();
