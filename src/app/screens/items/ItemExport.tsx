import { makeItemTable } from "#machines/catalogue/itemExport.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { useApi } from "../../services/context.ts";
import { TableExport } from "../../shared/TableExport.tsx";

/** Button that exports the dishes of a catalogue. Dishes inherited from a company group are excluded. */
export const ItemExport = ({ scope }: { scope: CatalogueOwner }) => (
  <TableExport name="Позиции меню" make={makeItemTable(useApi(), scope)} />
);
