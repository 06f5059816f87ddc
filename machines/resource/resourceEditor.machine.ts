import { assign, enqueueActions, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { isSameValue } from "#machines/support/isSameValue.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { Id, Opened, Saving } from "./resource.ts";

/** An entry ready to be edited, with what its form chooses from. */
export interface Opening<Draft, Known> {
  readonly opened: Opened<Draft>;
  readonly known: Known;
}

/** Why a save was not done: the server's words, and its sentences by field; or a fault, after which nobody knows whether it was done. */
export interface Refusal {
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly isFault?: true;
}

/** How an opening ended: with the entry, or without one, because nobody has such an id. */
export type OpenOutcome<Draft, Known> = ({ type: "opened" } & Opening<Draft, Known>) | { type: "missing" };

/** How a save ended; `stale` brings the entry as somebody else has left it. */
export type SaveOutcome<Draft> =
  | { type: "saved"; id: Id }
  | ({ type: "refused" } & Refusal)
  | { type: "stale"; theirs: Opened<Draft> };

/** What a form hands in: its fields, and the key of this intent. */
export interface Submitted<Draft> {
  readonly draft: Draft;
  readonly key: string;
}

const refusalOf = (error: unknown): Refusal => ({ message: wordsOf(error), errors: {}, isFault: true });

/** The editor machine for drafts of one kind. */
export const editorMachineOf = <Draft, Known>() =>
  setup({
    types: {
      context: {} as {
        id: Id | undefined;
        opening: Opening<Draft, Known> | undefined;
        saving: Saving<Draft> | undefined;
        /** The key of a creation that nobody answered: the next one carries it too, so that a draft changed meanwhile makes no second entry. */
        openKey: string | undefined;
        /** Drafts that were sent without an answer: any of them may be what the server has saved. */
        unanswered: readonly Draft[];
        theirs: Opened<Draft> | undefined;
        refusal: Refusal | undefined;
        savedId: Id | undefined;
      },
      input: {} as { id: Id | undefined },
      output: {} as { savedId: Id | undefined },
      events: {} as
        | { type: "open.retry" }
        | { type: "network.online" }
        | { type: "draft.submit"; submitted: Submitted<Draft> }
        | { type: "refusal.dismiss" }
        | { type: "theirs.take" }
        | { type: "theirs.overwrite"; key: string }
        | { type: "theirs.look" }
        | { type: "leave.ask" }
        | { type: "leave.stay" }
        | { type: "leave.go" },
      emitted: {} as { type: "draft.replaced"; draft: Draft },
      tags: {} as "busy",
    },
    actors: {
      open: stub<OpenOutcome<Draft, Known>, Id | undefined>("open"),
      save: stub<SaveOutcome<Draft>, Saving<Draft> | undefined>("save"),
    },
    guards: {
      isMissing: (_, outcome: OpenOutcome<Draft, Known>) => outcome.type === "missing",
      isSaved: (_, outcome: SaveOutcome<Draft>) => outcome.type === "saved",
      isStale: (_, outcome: SaveOutcome<Draft>) => outcome.type === "stale",
      isOwn: ({ context }, outcome: SaveOutcome<Draft>) =>
        outcome.type === "stale" && context.unanswered.some((draft) => isSameValue(draft, outcome.theirs.draft)),
    },
    actions: {
      keepOpening: assign((_, outcome: OpenOutcome<Draft, Known>) =>
        outcome.type === "opened"
          ? { opening: { opened: outcome.opened, known: outcome.known }, refusal: undefined }
          : {},
      ),
      keepSaving: assign(({ context }, { draft, key }: Submitted<Draft>) => ({
        saving: { id: context.id, draft, version: context.opening?.opened.version, key: context.openKey ?? key },
        refusal: undefined,
      })),
      keepSaved: assign((_, outcome: SaveOutcome<Draft>) => (outcome.type === "saved" ? { savedId: outcome.id } : {})),
      keepRefusal: assign((_, outcome: SaveOutcome<Draft>) =>
        outcome.type === "refused"
          ? { refusal: { message: outcome.message, errors: outcome.errors }, openKey: undefined }
          : {},
      ),
      keepTheirs: assign((_, outcome: SaveOutcome<Draft>) =>
        outcome.type === "stale" ? { theirs: outcome.theirs } : {},
      ),
      keepFault: assign((_, error: unknown) => ({ refusal: refusalOf(error) })),
      keepUnanswered: assign(({ context: { saving, unanswered } }) => ({
        unanswered: saving ? [...unanswered, saving.draft] : unanswered,
      })),
      keepOpenKey: assign(({ context: { id, saving } }) => (id === undefined ? { openKey: saving?.key } : {})),
      dropRefusal: assign({ refusal: undefined }),
      /** What the other one saved is what is compared with from now on, and whose version is sent. */
      adoptTheirs: assign(({ context: { opening, theirs } }) =>
        opening && theirs ? { opening: { ...opening, opened: theirs }, theirs: undefined, unanswered: [] } : {},
      ),
      renewSaving: assign(({ context: { saving, theirs } }, key?: string) =>
        saving && theirs ? { saving: { ...saving, version: theirs.version, key: key ?? saving.key } } : {},
      ),
      tellTheirs: enqueueActions(({ context, enqueue }) => {
        if (context.theirs) enqueue.emit({ type: "draft.replaced", draft: context.theirs.draft });
      }),
      dropTheirs: assign({ theirs: undefined }),
    },
  }).createMachine({
    id: "resourceEditor",
    context: ({ input }) => ({
      id: input.id,
      opening: undefined,
      saving: undefined,
      openKey: undefined,
      unanswered: [],
      theirs: undefined,
      refusal: undefined,
      savedId: undefined,
    }),
    initial: "opening",
    states: {
      opening: {
        tags: "busy",
        invoke: {
          id: "open",
          src: "open",
          input: ({ context }) => context.id,
          onDone: [
            { guard: { type: "isMissing", params: outputOf }, target: "missing" },
            { target: "editing", actions: { type: "keepOpening", params: outputOf } },
          ],
          onError: { target: "failed", actions: { type: "keepFault", params: errorOf } },
        },
      },
      failed: { on: { "open.retry": "opening", "network.online": "opening" } },
      missing: { description: "There is no such entry, or not for this user." },
      editing: {
        description: "The form owns the fields; the machine hears of them when they are submitted.",
        on: {
          "draft.submit": { target: "saving", actions: { type: "keepSaving", params: ({ event }) => event.submitted } },
          "refusal.dismiss": { actions: "dropRefusal" },
          "leave.ask": "leaving",
        },
      },
      leaving: {
        description: "There are unsaved changes: the user is asked before they are lost.",
        on: { "leave.stay": "editing", "leave.go": "left" },
      },
      saving: {
        tags: "busy",
        invoke: {
          id: "save",
          src: "save",
          input: ({ context }) => context.saving,
          onDone: [
            {
              guard: { type: "isSaved", params: outputOf },
              target: "saved",
              actions: { type: "keepSaved", params: outputOf },
            },
            {
              guard: { type: "isOwn", params: outputOf },
              target: "saving",
              reenter: true,
              actions: [{ type: "keepTheirs", params: outputOf }, "renewSaving", "adoptTheirs"],
              description: "What stands there is an own save whose answer was lost: nobody else is in the way.",
            },
            {
              guard: { type: "isStale", params: outputOf },
              target: "conflicting",
              actions: { type: "keepTheirs", params: outputOf },
            },
            { target: "editing", actions: { type: "keepRefusal", params: outputOf } },
          ],
          onError: {
            target: "editing",
            actions: [{ type: "keepFault", params: errorOf }, "keepOpenKey", "keepUnanswered"],
          },
        },
      },
      conflicting: {
        description: "Somebody else saved the entry meanwhile: the user sees what changed and decides.",
        on: {
          "theirs.take": { target: "editing", actions: ["tellTheirs", "adoptTheirs"] },
          "theirs.overwrite": {
            target: "saving",
            actions: [{ type: "renewSaving", params: ({ event }) => event.key }, "adoptTheirs"],
          },
          "theirs.look": { target: "editing", actions: "dropTheirs" },
        },
      },
      saved: { type: "final" },
      left: { type: "final" },
    },
    output: ({ context }) => ({ savedId: context.savedId }),
  });

/** The editor of every directory: opened, edited by its form, saved or refused with the server's words. */
export const resourceEditorMachine = editorMachineOf<unknown, unknown>();
