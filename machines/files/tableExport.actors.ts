import { fromPromise } from "xstate";
import type { ExportFormat, MadeFile } from "./tableExport.machine.ts";

/** Requests a table in a format. Resolves with the bytes of the file. */
export type MakeTable = (format: ExportFormat, signal: AbortSignal) => Promise<unknown>;

/** Returns the actors of an export. `name` is the file name without extension. */
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
