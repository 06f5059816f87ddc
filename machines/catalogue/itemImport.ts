import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";

/** Properties of a `File` that are checked before it is sent. */
export interface TableFile {
  readonly name: string;
  readonly size: number;
}

/** Result of reading a table, row by row. */
export type ImportReport = Schemas["ItemImportReport"];

/** Table that is written to the catalogue of a company or a group. */
export interface ImportRequest {
  readonly scope: CatalogueOwner;
  readonly file: TableFile;
}

/** Mutation that writes a table. */
export const importMutationMachine = mutationMachineOf<ImportRequest, ImportReport, never>();

/** Reports of the mutation. */
export type ImportMutationReport = MutationReport<ImportReport, never>;

const MAX_BYTES = 5 * 1024 * 1024;

/** Types that the file dialog offers. */
export const TABLES = ".xlsx,.csv";

/** Reason why a table is not sent. */
export type TableReason = "notTable" | "tooLarge" | "empty";

/** Returns the reason why a table is not sent. */
export const reasonNotToSendTable = ({ name, size }: TableFile): TableReason | undefined => {
  if (!/\.(xlsx|csv)$/i.test(name)) return "notTable";
  if (size > MAX_BYTES) return "tooLarge";
  return size === 0 ? "empty" : undefined;
};

/** Returns whether a table has changes and no errors. */
export const isWritable = ({ errors, added, updated }: ImportReport): boolean =>
  errors.length === 0 && added + updated > 0;
