import { fromPromise } from "xstate";
import type { ExportFormat, ExportInput, MadeFile } from "./tableExport.machine.ts";

/** Function that makes a table file in the given format and resolves with its content. */
export type MakeTable<Request = undefined> = (
  format: ExportFormat,
  signal: AbortSignal,
  request: Request,
) => Promise<unknown>;

/** Returns the actors of a table export. `name` is the file name without its extension. */
export const tableExportActors = <Request>(name: string, make: MakeTable<Request>) => ({
  make: fromPromise<MadeFile, ExportInput<Request> | undefined>(async ({ input, signal }) => {
    if (!input) throw new Error("No export was started");
    const { format, request } = input;
    return { name: `${name}.${format}`, data: await make(format, signal, request) };
  }),
});
