import { fromPromise } from "xstate";
import { type Api, ApiProblem } from "#api/client.ts";
import type { Edited, Id, Identified, Listed, Reordering, Saving } from "./resource.ts";
import type { OpenOutcome, SaveOutcome } from "./resourceEditor.machine.ts";
import type { LoadedRows, RowCommand } from "./resourceList.machine.ts";

/** What a directory's list asks the server; `now` is the server's clock. */
export const listActors = <Scope, Row extends Identified, Command extends string>(
  resource: Listed<Scope, Row, Command>,
  { api, scope, now }: { api: Api; scope: Scope; now: () => number },
) => ({
  load: fromPromise(
    async ({ signal }): Promise<LoadedRows<Row>> => ({ rows: await resource.list(api, scope, signal), at: now() }),
  ),
  run: fromPromise(
    async ({
      input,
      signal,
    }: {
      input: RowCommand<Row, Command> | undefined;
      signal: AbortSignal;
    }): Promise<RowCommand<Row, Command>> => {
      if (!input) throw new Error("No command was chosen");
      await resource.commands[input.command](api, scope, input.row, signal);
      return input;
    },
  ),
  reorder: fromPromise(
    async ({ input, signal }: { input: Reordering; signal: AbortSignal }): Promise<readonly Id[]> => {
      await resource.reorder?.(api, scope, input, signal);
      return input.ids;
    },
  ),
});

/** What the server has decided; a fault of it and an answer that cannot be read leave open whether it was saved. */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** For a call that carries no key: throws a refusal as it is, and in the place of everything else the sentence that says what may have been done. */
export const inDoubt =
  (sentence: string) =>
  (error: unknown): never => {
    throw isRefusal(error) ? error : new Error(sentence, { cause: error });
  };

const SAVED_BEFORE =
  "Запись уже сохранена такой, какой вы отправили её в первый раз: тогда не дошёл ответ сервера. Найдите её в списке и исправьте там.";

const isProblem = (error: unknown, status: number): boolean => error instanceof ApiProblem && error.status === status;

/** What a directory's editor asks the server; refusals come back as outcomes, only faults are thrown. */
export const editorActors = <Scope, Draft, Known>(
  resource: Edited<Scope, Draft, Known>,
  { api, scope }: { api: Api; scope: Scope },
) => ({
  open: fromPromise(
    async ({
      input: id,
      signal,
    }: {
      input: Id | undefined;
      signal: AbortSignal;
    }): Promise<OpenOutcome<Draft, Known>> => {
      try {
        const [known, read] = await Promise.all([
          resource.know(api, scope, signal),
          id === undefined ? undefined : resource.read(api, scope, id, signal),
        ]);
        return { type: "opened", opened: read ?? { draft: resource.blank(scope, known) }, known };
      } catch (error) {
        if (isProblem(error, 404)) return { type: "missing" };
        throw error;
      }
    },
  ),
  save: fromPromise(
    async ({
      input,
      signal,
    }: {
      input: Saving<Draft> | undefined;
      signal: AbortSignal;
    }): Promise<SaveOutcome<Draft>> => {
      if (!input) throw new Error("Nothing was submitted");
      try {
        return { type: "saved", id: (await resource.save(api, scope, input, signal)).id };
      } catch (error) {
        if (isProblem(error, 412) && input.id !== undefined)
          return { type: "stale", theirs: await resource.read(api, scope, input.id, signal) };
        if (isProblem(error, 422)) return { type: "refused", message: SAVED_BEFORE, errors: {} };
        if (isRefusal(error)) return { type: "refused", message: error.message, errors: error.errors };
        throw error;
      }
    },
  ),
});
