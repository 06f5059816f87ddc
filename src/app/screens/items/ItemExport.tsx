import { exportItems } from "#machines/catalogue/itemExport.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { useApi } from "../../context.ts";
import { TableExport } from "../../resource/TableExport.tsx";

/** The scope's own dishes as a file: XLSX or CSV. */
export const ItemExport = ({ scope }: { scope: CatalogueScope }) => (
  <TableExport name="Позиции меню" make={exportItems(useApi(), scope)} />
);
