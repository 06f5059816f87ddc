import { fromPromise } from "xstate";
import type { ExportFormat, MadeFile } from "./tableExport.machine.ts";

/** Asks the server for a table in a format; the bytes come as they are. */
export type MakeTable = (format: ExportFormat, signal: AbortSignal) => Promise<unknown>;

/** How a table is made, and what its file is called. */
export const tableExportActors = (name: string, make: MakeTable) => ({
  make: fromPromise(
    async ({
      input: { format },
      signal,
    }: {
      input: { format: ExportFormat };
      signal: AbortSignal;
    }): Promise<MadeFile> => ({ name: `${name}.${format}`, data: await make(format, signal) }),
  ),
});
