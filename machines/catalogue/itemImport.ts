import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";

/** Properties of a chosen file that are checked before it is sent. */
export interface TableFile {
  readonly name: string;
  readonly size: number;
}

/** Report of the server on each row of a table. */
export type ImportReport = Schemas["ItemImportReport"];

/** Request to write a table into the catalogue of a company or group. */
export interface ImportRequest {
  readonly scope: CatalogueOwner;
  readonly file: TableFile;
}

/** Mutation that imports a table. */
export const importMutationMachine = mutationMachineOf<ImportRequest, ImportReport, never>();

/** Events that the import mutation sends to its parent machine. */
export type ImportMutationReport = MutationReport<ImportReport, never>;

const MAX_BYTES = 5 * 1024 * 1024;

/** File extensions for the `accept` attribute of the file input. */
export const TABLES = ".xlsx,.csv";

/** Reason why a table file is rejected before sending. */
export type TableReason = "notTable" | "tooLarge" | "empty";

/** Returns the reason why a table file is rejected before sending, or undefined if it is accepted. */
export const reasonNotToSendTable = ({ name, size }: TableFile): TableReason | undefined => {
  if (!/\.(xlsx|csv)$/i.test(name)) return "notTable";
  if (size > MAX_BYTES) return "tooLarge";
  return size === 0 ? "empty" : undefined;
};

/** Returns true if the checked table has changes and no errors. */
export const isWritable = ({ errors, added, updated }: ImportReport): boolean =>
  errors.length === 0 && added + updated > 0;
