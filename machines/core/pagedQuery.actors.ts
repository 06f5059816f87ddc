import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { isListOf } from "#api/answerShape.ts";
import { type Api, UnreadableAnswer } from "#api/client.ts";
import type { Identified } from "../directory/types.ts";
import { mutationMachineOf } from "./mutation.machine.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "./mutation.ts";
import type {
  CommandAttempt,
  ListFilter,
  Page,
  PagedCommand,
  PagedCommandDone,
  PagedQueryDescriptor,
  PageRequest,
} from "./pagedQuery.ts";
import { unstoredMutationActors } from "./unstoredMutation.ts";

/** Dependencies of the actors of a list with cursor pagination. */
export interface PagedQueryParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly newKey: () => string;
}

/**
 * Reads one page of a list. Throws the errors of the API client, and `UnreadableAnswer` if `rows` is not a list or a
 * field does not have the type that `fields` requires.
 */
export const readListPage = async <Row extends Identified>(
  api: Api,
  { page: read, fields = {} }: Pick<PagedQueryDescriptor<Row>, "page" | "fields">,
  { filter, cursor }: PageRequest,
  signal: AbortSignal,
): Promise<Page<Row>> => {
  const page = await read(api, filter, cursor, signal);
  if (!isListOf(fields)(page.rows)) throw new UnreadableAnswer();
  return page;
};

/**
 * Reads all pages of a list; a row that moves to another page between two reads is returned only once. Throws the
 * errors of `readListPage`.
 */
export const readAllPages = async <Row extends Identified>(
  api: Api,
  descriptor: Pick<PagedQueryDescriptor<Row>, "page" | "fields">,
  filter: ListFilter,
  signal: AbortSignal,
): Promise<readonly Row[]> => {
  const rows = new Map<Row["id"], Row>();
  let cursor: string | undefined;
  do {
    const page = await readListPage(api, descriptor, { filter, cursor }, signal);
    for (const row of page.rows) rows.set(row.id, row);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return [...rows.values()];
};

/**
 * Returns the actors of a list with cursor pagination. An unanswered command is sent again under the same idempotency
 * key.
 */
export const pagedQueryActors = <Row extends Identified, Command extends string, Argument>(
  { api, environment, newKey }: PagedQueryParts,
  descriptor: PagedQueryDescriptor<Row, Command, Argument>,
) => {
  type Request = PagedCommand<Row, Command, Argument>;
  type RunOutcome = MutationOutcome<PagedCommandDone<Row, Command>, never>;

  const run = async (request: Request, attempt: CommandAttempt): Promise<RunOutcome> => {
    try {
      const after = await descriptor.commands[request.command](api, request.row, attempt, request.argument);
      return { kind: "recorded", result: { ...request, after } };
    } catch (error) {
      return failedOutcome(error);
    }
  };

  return {
    environment,
    load: fromPromise<Page<Row>, PageRequest>(({ input, signal }) => readListPage(api, descriptor, input, signal)),
    run: mutationMachineOf<Request, PagedCommandDone<Row, Command>, never>().provide({
      actors: unstoredMutationActors(
        { environment, newKey },
        { send: ({ key, request }: MutationIntent<Request>, signal) => run(request, { key, signal }) },
      ),
    }),
  };
};
