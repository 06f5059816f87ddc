import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Fed, FeedFilter } from "#machines/resource/feed.ts";
import { intentKeys } from "#machines/support/intentKeys.ts";

/** A job of a print queue. */
export type PrintJobRow = Schemas["PrintJob"];
/** What a person does with a job. */
export type PrintJobAction = "retry" | "again" | "route" | "confirm" | "deny" | "cancel";
/** What he chose for it in the dialog. */
export interface PrintJobChoice {
  readonly printerId: number | undefined;
  readonly reason: string;
}

type Command = Schemas["PrintJobCommand"];
type Status = PrintJobRow["status"];

/** States that a queue is narrowed to; "now" is all that is not over. */
const open: readonly Status[] = ["waiting", "manual", "taken", "printing", "failed", "unconfirmed"];

const statuses: readonly Status[] = [...open, "printed", "cancelled"];

const queryOf = ({ status = "" }: FeedFilter, cursor: string | undefined) => {
  const chosen = status === "all" ? [] : statuses.filter((one) => one === status);
  const wanted = status === "" ? [...open] : chosen;
  return { ...(wanted.length > 0 && { status: [...wanted] }), ...(cursor !== undefined && { cursor }) };
};

const bodyOf = (action: PrintJobAction, { printerId, reason }: PrintJobChoice): Command => {
  if (action === "again") return { command: "retry", isAgain: true };
  if (action === "route") return { command: "route", ...(printerId !== undefined && { printerId }) };
  return action === "deny" ? { command: "deny", reason } : { command: action };
};

/** What a dialog of a command has chosen, and what makes new idempotency keys. */
export interface PrintJobParts {
  readonly choice: () => PrintJobChoice;
  readonly newKey: () => string;
}

interface Asked {
  readonly body: Command;
  readonly header: { readonly "Idempotency-Key": string };
  readonly signal: AbortSignal;
}

type Handle = (api: Api, row: PrintJobRow, asked: Asked) => Promise<PrintJobRow>;

const commandsOf = (
  handle: Handle,
  { choice, newKey }: PrintJobParts,
): Fed<PrintJobRow, PrintJobAction>["commands"] => {
  const once = intentKeys(newKey);
  const run = (action: PrintJobAction) => async (api: Api, row: PrintJobRow, signal: AbortSignal) => {
    const body = bodyOf(action, choice());
    const job = await once([row.id, body], (key) =>
      handle(api, row, { body, header: { "Idempotency-Key": key }, signal }),
    );
    // Of a printed job that is printed again a copy is answered; the row stays what it was.
    return job.id === row.id ? job : row;
  };
  return {
    retry: run("retry"),
    again: run("again"),
    route: run("route"),
    confirm: run("confirm"),
    deny: run("deny"),
    cancel: run("cancel"),
  };
};

const REFRESH_EVERY = 5000;

/** The print queue of a company. */
export const printQueue = (companyId: number, parts: PrintJobParts): Fed<PrintJobRow, PrintJobAction> => ({
  page: (api, filter, cursor, signal) =>
    unwrap(
      api.GET("/api/PrintJob/Company/{companyId}", {
        params: { path: { companyId }, query: queryOf(filter, cursor) },
        signal,
      }),
    ),
  commands: commandsOf((api, { id: jobId }, { header, ...asked }) => {
    const params = { path: { companyId, jobId }, header };
    return unwrap(api.POST("/api/PrintJob/{jobId}/Company/{companyId}", { params, ...asked }));
  }, parts),
  refreshEvery: REFRESH_EVERY,
});

/** The print queue of all companies, for administrators. */
export const allPrintJobs = (parts: PrintJobParts): Fed<PrintJobRow, PrintJobAction> => ({
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/PrintJob", { params: { query: queryOf(filter, cursor) }, signal })),
  commands: commandsOf(
    (api, { id: jobId }, { header, ...asked }) =>
      unwrap(api.POST("/api/Admin/PrintJob/{jobId}", { params: { path: { jobId }, header }, ...asked })),
    parts,
  ),
  refreshEvery: REFRESH_EVERY,
});
