import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";

/** File properties that are checked before the upload. */
export interface TableFile {
  readonly name: string;
  readonly size: number;
}

/**
 * Report of the server on the imported table: the numbers of added, updated and unchanged dishes, the first 200 errors,
 * and the first 200 rows that add or change a dish.
 */
export type ImportReport = Schemas["ItemImportReport"];

/** Request to import a table into the catalogue of a company or group. */
export interface ImportRequest {
  readonly scope: CatalogueOwner;
  readonly file: TableFile;
}

/** Mutation that imports a table file into the catalogue. */
export const importMutationMachine = mutationMachineOf<ImportRequest, ImportReport, never>();

/** Events that the import mutation sends to the import machine. */
export type ImportMutationReport = MutationReport<ImportReport, never>;

const MAX_BYTES = 5 * 1024 * 1024;

/** File extensions for the `accept` attribute of the file input. */
export const TABLES = ".xlsx,.csv";

/** Reason why a table file is not uploaded. */
export type TableReason = "notTable" | "tooLarge" | "empty";

/** Returns the reason why a table file cannot be uploaded, or undefined if there is none. */
export const reasonNotToSendTable = ({ name, size }: TableFile): TableReason | undefined => {
  if (!/\.(xlsx|csv)$/i.test(name)) return "notTable";
  if (size > MAX_BYTES) return "tooLarge";
  return size === 0 ? "empty" : undefined;
};

/** Returns true if the checked table contains changes and no errors. */
export const isWritable = ({ errors, added, updated }: ImportReport): boolean =>
  errors.length === 0 && added + updated > 0;
