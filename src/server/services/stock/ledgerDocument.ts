import { sql } from "kysely";

/** Draft or approved document with the data to write its operations to the stock ledger. */
export interface LedgerDocument {
  readonly table: "packing_list" | "stock_act";
  readonly id: number;
  readonly companyId: number;
  /** Time of the operations. */
  readonly date: Date;
  readonly approvedAt: string | null;
  /** User who approves or reverses the document. */
  readonly operatorId: number;
  /** Russian name of the document in the genitive. */
  readonly genitive: string;
  /** Russian question to the user: did the goods of the document move before a later inventory? */
  readonly shelfQuestion: string;
}

/** Returns the columns of `stock_operation` with the document and its line. */
export const documentColumns = ({ table }: Pick<LedgerDocument, "table">) => ({
  document: sql.ref(`${table}_id`),
  line: sql.ref(`${table}_line_id`),
});
