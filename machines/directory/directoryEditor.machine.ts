import { assign, enqueueActions, sendTo, setup } from "xstate";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { isEqual } from "#machines/core/equality.ts";
import { type BlockingIds, type Failure, failureOf } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { callbackStub, stub } from "#machines/core/stub.ts";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import type { RestoredDraft } from "./editorDraft.ts";
import type { Id, Identified, OpenedEntry, SaveEntry, StaleEntry } from "./types.ts";

/** Directory entry opened for editing, and the data for the select fields of its form. */
export interface EditorOpening<Draft, Choices> {
  readonly opened: OpenedEntry<Draft>;
  readonly choices: Choices;
  /** True if the entry cannot be saved by this user, for example because the entry belongs to a company group. */
  readonly isLocked?: boolean | undefined;
}

export type OpenEntryOutcome<Draft, Choices> =
  | ({
      readonly type: "opened";
      /** Unsaved draft that was stored during an earlier visit. */
      readonly restored?: RestoredDraft<Draft> | undefined;
    } & EditorOpening<Draft, Choices>)
  /** The directory entry does not exist, or the user may not see it. */
  | { readonly type: "missing" };

/**
 * Events for the actor that stores the unsaved draft. `draft.keep` stores `draft`, or deletes the stored draft if
 * `draft` equals the saved entry.
 */
export type DraftCommand =
  | { readonly type: "draft.keep"; readonly draft: unknown; readonly entry: OpenedEntry<unknown> }
  | { readonly type: "draft.forget" };

/** Reason why the entry cannot be saved. */
export type EntryReason = PermissionReason | { readonly code: "locked" };

/** Returns the reason why the entry cannot be saved, or undefined if there is none. Used by the guard and the form. */
export const reasonNotToSaveEntry = ({
  opening,
  permissions,
  permission,
}: {
  readonly opening: Pick<EditorOpening<unknown, unknown>, "isLocked"> | undefined;
  readonly permissions: Permissions;
  readonly permission: string | undefined;
}): EntryReason | undefined => (opening?.isLocked ? { code: "locked" } : permissionReasonOf(permissions, permission));

/** Returns an editor machine with the given types of the draft and of the form's data. */
export const directoryEditorMachineOf = <Draft, Choices>() =>
  setup({
    types: {
      context: {} as {
        readonly id: Id | undefined;
        readonly permissions: Permissions;
        /** Permission that the user needs to save the entry. */
        readonly permission: string | undefined;
        readonly opening: EditorOpening<Draft, Choices> | undefined;
        readonly saving: SaveEntry<Draft> | undefined;
        /**
         * Idempotency key of an unanswered request to create the entry. The next attempt uses the same key, so that the
         * entry is not created twice.
         */
        readonly unansweredKey: string | undefined;
        /** Drafts of unanswered save requests. The server may have saved any of these drafts. */
        readonly unanswered: readonly Draft[];
        /** Directory entry as another user saved it while this user edited it. */
        readonly theirs: StaleEntry<Draft> | undefined;
        /** Unsaved draft from an earlier visit, now shown in the form. */
        readonly restored: RestoredDraft<Draft> | undefined;
        /** Failure of the last attempt to open or save the directory entry. */
        readonly failure: Failure | undefined;
        /**
         * Ids of the record that prevented the last save. They stay after the failure is dismissed, until the next
         * save.
         */
        readonly blockingIds: BlockingIds | undefined;
        readonly savedId: Id | undefined;
      },
      input: {} as {
        readonly id: Id | undefined;
        readonly permissions?: Permissions;
        readonly permission?: string | undefined;
      },
      events: {} as
        | { type: "permissions.change"; permissions: Permissions }
        | { type: "open.retry" }
        /** The user has changed a field of the form. */
        | { type: "draft.change"; draft: unknown }
        | { type: "restored.discard" }
        | { type: "draft.submit"; draft: Draft }
        | { type: "failure.dismiss" }
        | { type: "theirs.take" }
        | { type: "theirs.merge" }
        | { type: "theirs.overwrite" }
        | { type: "theirs.look" }
        | { type: "leave.ask" }
        | { type: "leave.stay" }
        | { type: "leave.go" }
        | { type: "entry.reopen" }
        | MutationReport<Identified, StaleEntry<Draft>>
        | EnvironmentEvent,
      emitted: {} as
        | { type: "draft.replaced"; draft: Draft }
        /** Emitted after a merge: the form must show `draft` as an unsaved change of `base`. */
        | { type: "draft.merged"; draft: Draft; base: Draft },
      tags: {} as "busy",
      children: {} as { save: "save" },
    },
    actors: {
      open: stub<OpenEntryOutcome<Draft, Choices>, { readonly id: Id | undefined }>("open"),
      save: mutationMachineOf<SaveEntry<Draft>, Identified, StaleEntry<Draft>>(),
      /** Stores the unsaved draft in the browser for the next visit. */
      drafts: callbackStub<DraftCommand>("drafts"),
      environment: environmentStub,
    },
    delays: { retryPause: 5000 },
    guards: {
      isMissing: (_, outcome: OpenEntryOutcome<Draft, Choices>) => outcome.type === "missing",
      isOwn: ({ context }, { draft }: OpenedEntry<Draft>) => context.unanswered.some((sent) => isEqual(sent, draft)),
      isMergeable: ({ context }) => context.theirs?.merged !== undefined,
      isReopened: ({ context }) => context.savedId !== undefined,
      isUnanswered: ({ context }) => context.failure?.kind === "unanswered",
      maySave: ({ context }) => reasonNotToSaveEntry(context) === undefined,
    },
    actions: {
      keepPermissions: assign((_, permissions: Permissions) => ({ permissions })),
      keepOpening: assign((_, outcome: OpenEntryOutcome<Draft, Choices>) =>
        outcome.type === "opened"
          ? {
              opening: {
                opened: outcome.restored?.entry ?? outcome.opened,
                choices: outcome.choices,
                isLocked: outcome.isLocked,
              },
              restored: outcome.restored,
              failure: undefined,
            }
          : {},
      ),
      keepDraft: sendTo(
        "drafts",
        ({ context }, { draft }: { draft: unknown }): DraftCommand =>
          context.opening ? { type: "draft.keep", draft, entry: context.opening.opened } : { type: "draft.forget" },
      ),
      forgetDraft: sendTo("drafts", (): DraftCommand => ({ type: "draft.forget" })),
      /** Discards the restored draft and shows the current entry of the server. */
      adoptCurrent: assign(({ context: { opening, restored } }) =>
        opening && restored ? { opening: { ...opening, opened: restored.current }, restored: undefined } : {},
      ),
      keepSaving: assign(({ context }, { draft }: { draft: Draft }) => ({
        saving: {
          id: context.id,
          draft,
          version: context.opening?.opened.version,
          base: context.opening?.opened.draft,
        },
        failure: undefined,
        blockingIds: undefined,
      })),
      keepKey: assign(({ context: { id } }, key: string) => (id === undefined ? { unansweredKey: key } : {})),
      keepSaved: assign((_, { id }: Identified) => ({ savedId: id })),
      keepRefusal: assign((_, failure: Failure) => ({
        failure,
        blockingIds: failure.blockingIds,
        unansweredKey: undefined,
      })),
      keepFailure: assign((_, failure: Failure) => ({ failure })),
      keepUnanswered: assign(({ context: { saving, unanswered } }) => ({
        unanswered: saving ? [...unanswered, saving.draft] : unanswered,
      })),
      keepTheirs: assign((_, theirs: StaleEntry<Draft>) => ({ theirs })),
      dismissFailure: assign({ failure: undefined }),
      /** Takes the other user's version as the basis for further changes. */
      adoptTheirs: assign(({ context: { opening, theirs } }) =>
        opening && theirs
          ? {
              opening: { ...opening, opened: { draft: theirs.draft, version: theirs.version } },
              theirs: undefined,
              restored: undefined,
              unanswered: [],
            }
          : {},
      ),
      rebaseSaving: assign(({ context: { saving, theirs } }) =>
        saving && theirs ? { saving: { ...saving, version: theirs.version } } : {},
      ),
      reportOpened: enqueueActions(({ context, enqueue }) => {
        if (context.opening) enqueue.emit({ type: "draft.replaced", draft: context.opening.opened.draft });
      }),
      reportTheirs: enqueueActions(({ context, enqueue }) => {
        if (context.theirs) enqueue.emit({ type: "draft.replaced", draft: context.theirs.draft });
      }),
      reportMerged: enqueueActions(({ context: { theirs }, enqueue }) => {
        if (theirs?.merged) enqueue.emit({ type: "draft.merged", draft: theirs.merged, base: theirs.draft });
      }),
      forgetSave: assign(({ context }) => ({
        id: context.savedId ?? context.id,
        saving: undefined,
        unansweredKey: undefined,
        unanswered: [],
      })),
      dropTheirs: assign({ theirs: undefined }),
    },
  }).createMachine({
    id: "directoryEditor",
    context: ({ input }) => ({
      id: input.id,
      permissions: input.permissions,
      permission: input.permission,
      opening: undefined,
      saving: undefined,
      unansweredKey: undefined,
      unanswered: [],
      theirs: undefined,
      restored: undefined,
      failure: undefined,
      blockingIds: undefined,
      savedId: undefined,
    }),
    invoke: [
      { id: "environment", src: "environment" },
      { id: "drafts", src: "drafts" },
    ],
    on: { "permissions.change": { actions: { type: "keepPermissions", params: ({ event }) => event.permissions } } },
    initial: "opening",
    states: {
      opening: {
        tags: "busy",
        invoke: {
          id: "open",
          src: "open",
          input: ({ context }) => ({ id: context.id }),
          onDone: [
            { guard: { type: "isMissing", params: outputOf }, target: "missing" },
            {
              guard: "isReopened",
              target: "editing",
              actions: [{ type: "keepOpening", params: outputOf }, "reportOpened"],
              description: "The form is shown already, so it gets the stored draft.",
            },
            { target: "editing", actions: { type: "keepOpening", params: outputOf } },
          ],
          onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
        },
      },
      failed: {
        on: { "open.retry": "opening", "network.online": "opening" },
        after: { retryPause: { guard: "isUnanswered", target: "opening" } },
      },
      missing: { description: "The entry does not exist, or the user may not see it." },
      editing: {
        description: "The form owns the fields and submits the whole draft.",
        on: {
          "draft.change": { actions: { type: "keepDraft", params: ({ event }) => event } },
          "restored.discard": { actions: ["adoptCurrent", "reportOpened", "forgetDraft"] },
          "draft.submit": {
            guard: "maySave",
            target: "saving",
            actions: { type: "keepSaving", params: ({ event }) => event },
          },
          "failure.dismiss": { actions: "dismissFailure" },
          "leave.ask": "leaving",
        },
      },
      leaving: {
        description: "The user is asked whether to discard unsaved changes.",
        on: { "leave.stay": "editing", "leave.go": { target: "left", actions: "forgetDraft" } },
      },
      saving: {
        tags: "busy",
        invoke: {
          id: "save",
          src: "save",
          input: ({ context: { saving, unansweredKey } }) => {
            if (saving === undefined) throw new Error("No draft was submitted");
            return { request: saving, key: unansweredKey, isVerifiable: false };
          },
          onError: { target: "editing", actions: { type: "keepFailure", params: failureOf } },
        },
        on: {
          "mutation.journalled": { actions: { type: "keepKey", params: ({ event }) => event.key } },
          "mutation.recorded": {
            target: "saved",
            actions: [{ type: "keepSaved", params: ({ event }) => event.result }, "forgetDraft"],
          },
          "mutation.stale": [
            {
              guard: { type: "isOwn", params: ({ event }) => event.current },
              target: "saving",
              reenter: true,
              actions: [{ type: "keepTheirs", params: ({ event }) => event.current }, "rebaseSaving", "adoptTheirs"],
              description:
                "The conflicting version is the user's own earlier save whose answer was lost, so it is overwritten.",
            },
            {
              target: "conflicting",
              actions: { type: "keepTheirs", params: ({ event }) => event.current },
            },
          ],
          "mutation.refused": {
            target: "editing",
            actions: { type: "keepRefusal", params: ({ event }) => event.failure },
          },
          "mutation.unresolved": {
            target: "editing",
            actions: [{ type: "keepFailure", params: ({ event }) => event.failure }, "keepUnanswered"],
          },
        },
      },
      conflicting: {
        description: "Another user saved the entry first. The user compares both versions and decides.",
        on: {
          "theirs.take": { target: "editing", actions: ["reportTheirs", "adoptTheirs", "forgetDraft"] },
          "theirs.merge": { guard: "isMergeable", target: "editing", actions: ["reportMerged", "adoptTheirs"] },
          "theirs.overwrite": { guard: "maySave", target: "saving", actions: ["rebaseSaving", "adoptTheirs"] },
          "theirs.look": { target: "editing", actions: "dropTheirs" },
        },
      },
      saved: {
        description: "The screen closes. If it stays open, it opens the entry again.",
        on: { "entry.reopen": { target: "opening", actions: "forgetSave" } },
      },
      left: { type: "final" },
    },
  });

/**
 * Editor of one directory entry. It saves the submitted draft and resolves conflicts with other users. An unsaved draft
 * is stored in the browser, so that the draft survives a reload or an expired session.
 */
export const directoryEditorMachine = directoryEditorMachineOf<unknown, unknown>();
