import { fromPromise } from "xstate";
import type { ExportFormat, MadeFile } from "./tableExport.machine.ts";

/** Function that requests a table file in the given format and resolves with its content. */
export type MakeTable = (format: ExportFormat, signal: AbortSignal) => Promise<unknown>;

/** Returns the actors of a table export. `name` is the file name without its extension. */
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
