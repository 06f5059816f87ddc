import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";

/** Print job as a row in the print queue. */
export type PrintJobRow = Schemas["PrintJob"];
/**
 * Action of a user on a print job.
 * - `retry`: queues the job again if it has failed, was cancelled, or has no printing browser.
 * - `again`: prints a document again although it was, or may have been, printed.
 * - `route`: sends the job to another printer.
 * - `confirm` and `deny`: state that the document was printed, or was not printed.
 * - `cancel`: removes the job from the queue.
 */
export type PrintJobAction = "retry" | "again" | "route" | "confirm" | "deny" | "cancel";
/** Printer or reason that the user enters in the dialog of a print job action. */
export interface PrintJobChoice {
  readonly printerId: number | undefined;
  readonly reason: string;
}

type Command = Schemas["PrintJobCommand"];
type Status = PrintJobRow["status"];

/** Statuses of unfinished print jobs. */
const open: readonly Status[] = ["waiting", "manual", "taken", "printing", "failed", "unconfirmed"];

const statuses: readonly Status[] = [...open, "printed", "cancelled"];

const queryOf = ({ status = "" }: ListFilter, cursor: string | undefined) => {
  const chosen = status === "all" ? [] : statuses.filter((known) => known === status);
  const selected = status === "" ? [...open] : chosen;
  return { ...(selected.length > 0 && { status: [...selected] }), ...(cursor !== undefined && { cursor }) };
};

const bodyOf = (action: PrintJobAction, { printerId, reason }: PrintJobChoice): Command => {
  if (action === "again") return { command: "retry", isAgain: true };
  if (action === "route") return { command: "route", ...(printerId !== undefined && { printerId }) };
  return action === "deny" ? { command: "deny", reason } : { command: action };
};

interface JobCall {
  readonly body: Command;
  readonly header: { readonly "Idempotency-Key": string };
  readonly signal: AbortSignal;
}

type SendCommand = (api: Api, row: PrintJobRow, call: JobCall) => Promise<PrintJobRow>;

type JobList = PagedQueryDescriptor<PrintJobRow, PrintJobAction, PrintJobChoice>;

const NO_CHOICE: PrintJobChoice = { printerId: undefined, reason: "" };

const commandsOf = (send: SendCommand): JobList["commands"] => {
  const command =
    (action: PrintJobAction): JobList["commands"][PrintJobAction] =>
    async (api, row, { key, signal }, choice = NO_CHOICE) => {
      const job = await send(api, row, { body: bodyOf(action, choice), header: { "Idempotency-Key": key }, signal });
      // When a job is printed again, the server returns a new job. The row of the original job then stays as it is.
      return job.id === row.id ? job : row;
    };
  return {
    retry: command("retry"),
    again: command("again"),
    route: command("route"),
    confirm: command("confirm"),
    deny: command("deny"),
    cancel: command("cancel"),
  };
};

const inStatus = (...wanted: readonly Status[]) => hiddenUnless(({ status }: PrintJobRow) => wanted.includes(status));

const commandRules: JobList["commandRules"] = {
  confirm: inStatus("manual", "unconfirmed"),
  retry: inStatus("failed", "cancelled", "manual"),
  again: inStatus("printed", "unconfirmed"),
  route: inStatus("waiting", "taken", "failed"),
  deny: inStatus("printed"),
  cancel: inStatus("waiting", "manual", "taken", "failed", "unconfirmed"),
};

const POLL_MS = 5000;

/** Returns the descriptor of the print queue of a company. */
export const printQueueQuery = (companyId: number): JobList => ({
  page: (api, filter, cursor, signal) =>
    unwrap(
      api.GET("/api/PrintJob/Company/{companyId}", {
        params: { path: { companyId }, query: queryOf(filter, cursor) },
        signal,
      }),
    ),
  commands: commandsOf((api, { id: jobId }, { header, ...call }) => {
    const params = { path: { companyId, jobId }, header };
    return unwrap(api.POST("/api/PrintJob/{jobId}/Company/{companyId}", { params, ...call }));
  }),
  commandRules,
  pollEvery: POLL_MS,
  topics: ["print"],
});

/** Descriptor of the administrator's print queue, which contains the jobs of all companies. */
export const allPrintJobsQuery: JobList = {
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/PrintJob", { params: { query: queryOf(filter, cursor) }, signal })),
  commands: commandsOf((api, { id: jobId }, { header, ...call }) =>
    unwrap(api.POST("/api/Admin/PrintJob/{jobId}", { params: { path: { jobId }, header }, ...call })),
  ),
  commandRules,
  pollEvery: POLL_MS,
};
