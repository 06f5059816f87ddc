import { fromPromise } from "xstate";
import type { MadeFile, TableFormat } from "./tableExport.machine.ts";

/** Asks the server for a table in a format; the bytes come as they are. */
export type MakeTable = (format: TableFormat, signal: AbortSignal) => Promise<unknown>;

/** How a table is made, and what its file is called. */
export const tableExportActors = (name: string, make: MakeTable) => ({
  make: fromPromise(
    async ({
      input: { format },
      signal,
    }: {
      input: { format: TableFormat };
      signal: AbortSignal;
    }): Promise<MadeFile> => ({ name: `${name}.${format}`, data: await make(format, signal) }),
  ),
});
