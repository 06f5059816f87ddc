import { type CallbackActorLogic, type EventObject, fromCallback, fromPromise } from "xstate";
import { isListOf } from "#api/answerShape.ts";
import { type Api, ApiProblem, UnreadableAnswer } from "#api/client.ts";
import { DoubtfulWrite, toFailure } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import type { DraftCommand, OpenEntryOutcome } from "./directoryEditor.machine.ts";
import type { LoadedRows, RowCommand } from "./directoryList.machine.ts";
import { type EditorDraftStore, restoreDraft, toRecord } from "./editorDraft.ts";
import {
  type DirectoryDescriptor,
  type EditorDescriptor,
  type Id,
  type Identified,
  MissingEntry,
  type Reordering,
  type SaveEntry,
  type StaleEntry,
} from "./types.ts";

const areObjects = isListOf({});

/** Returns true if all rows are objects with an id. */
const areRows = (rows: readonly object[]): boolean => areObjects(rows) && rows.every((row) => "id" in row);

/** Dependencies of the directory actors. `now` returns the server's time, ms since 1970. */
export interface DirectoryParts<Scope> {
  readonly api: Api;
  readonly scope: Scope;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly now: () => number;
  readonly newKey: () => string;
}

export const directoryListActors = <Scope, Row extends Identified, Command extends string>(
  descriptor: DirectoryDescriptor<Scope, Row, Command>,
  { api, scope, environment, now }: Omit<DirectoryParts<Scope>, "newKey">,
) => ({
  environment,
  load: fromPromise(async ({ signal }): Promise<LoadedRows<Row>> => {
    const rows = await descriptor.list(api, scope, signal);
    if (!areRows(rows)) throw new UnreadableAnswer();
    return { rows, at: now() };
  }),
  run: fromPromise<RowCommand<Row, Command>, RowCommand<Row, Command> | undefined>(async ({ input, signal }) => {
    if (!input) throw new Error("No command was chosen");
    await descriptor.commands[input.command](api, scope, input.row, signal);
    return input;
  }),
  reorder: fromPromise<readonly Id[], Reordering>(async ({ input, signal }) => {
    await descriptor.reorder?.(api, scope, input, signal);
    return input.ids;
  }),
});

const isProblem = (error: unknown, status: number): boolean => error instanceof ApiProblem && error.status === status;

/**
 * Rethrows the error if the server refused the request (4xx). Any other error becomes `DoubtfulWrite`, because the
 * server may have carried out the request.
 */
export const rethrowAsDoubt = (error: unknown): never => {
  const isRefusal = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  throw isRefusal ? error : new DoubtfulWrite("The outcome of the write is unknown", { cause: error });
};

/** Returns the actors of a directory editor. If `drafts` is absent, unsaved drafts are not stored. */
export const directoryEditorActors = <Scope, Draft, Choices>(
  descriptor: EditorDescriptor<Scope, Draft, Choices>,
  {
    api,
    scope,
    environment,
    newKey,
    drafts,
  }: Omit<DirectoryParts<Scope>, "now"> & { readonly drafts?: EditorDraftStore },
) => {
  type SaveOutcome = MutationOutcome<Identified, StaleEntry<Draft>>;

  const readTheirs = async (id: Id, { draft, base }: SaveEntry<Draft>, signal: AbortSignal) => {
    const theirs = await descriptor.read(api, scope, id, signal);
    return { ...theirs, ...(base && { merged: descriptor.merge?.(base, draft, theirs.draft) }) };
  };

  const save = async (
    { key, request }: MutationIntent<SaveEntry<Draft>>,
    signal: AbortSignal,
  ): Promise<SaveOutcome> => {
    try {
      return { kind: "recorded", result: await descriptor.save(api, scope, { ...request, key }, signal) };
    } catch (error) {
      if (!isProblem(error, 412) || request.id === undefined) return failedOutcome(error);
      return { kind: "stale", current: await readTheirs(request.id, request, signal) };
    }
  };

  return {
    environment,
    open: fromPromise<OpenEntryOutcome<Draft, Choices>, { readonly id: Id | undefined }>(
      async ({ input: { id }, signal }) => {
        try {
          const [choices, opened, stored] = await Promise.all([
            descriptor.loadChoices(api, scope, signal),
            id === undefined ? undefined : descriptor.read(api, scope, id, signal),
            // The entry can be edited even if the browser cannot read stored drafts.
            drafts?.find().catch(() => undefined),
          ]);
          const current = opened ?? { draft: descriptor.blank(scope, choices) };
          return {
            type: "opened",
            opened: current,
            choices,
            restored: restoreDraft(stored, current),
            isLocked: descriptor.isLocked?.(scope, current.draft, choices),
          };
        } catch (error) {
          if (toFailure(error).kind === "missing" || error instanceof MissingEntry) return { type: "missing" };
          throw error;
        }
      },
    ),
    drafts: fromCallback<DraftCommand>(({ receive }) => {
      receive((command) => {
        const record =
          command.type === "draft.keep" ? toRecord(command.draft, command.entry, descriptor.unstored ?? []) : undefined;
        void (record ? drafts?.keep(record) : drafts?.forget())?.catch(() => {});
      });
    }),
    save: mutationMachineOf<SaveEntry<Draft>, Identified, StaleEntry<Draft>>().provide({
      actors: unstoredMutationActors(
        { environment, newKey },
        { send: (intent: MutationIntent<SaveEntry<Draft>>, signal) => save(intent, signal) },
      ),
    }),
  };
};
