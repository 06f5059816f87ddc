import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { DirectoryDescriptor } from "#machines/directory/types.ts";
import type { CatalogueOwner } from "./catalogue.ts";

/** Stock group. An empty `id` stands for the stock items that have no stock group. */
export interface StockGroupRow {
  readonly id: string;
  readonly countItems: number;
}

/** Reads the stock groups of a catalogue. */
export const readStockGroups = async (
  api: Api,
  scope: CatalogueOwner,
  signal: AbortSignal,
): Promise<readonly StockGroupRow[]> => {
  const rows: readonly Schemas["StockGroup"][] = await ("companyId" in scope
    ? unwrap(api.GET("/api/StockGroup/Company/{companyId}", { params: { path: scope }, signal }), Array.isArray)
    : unwrap(
        api.GET("/api/StockGroup/CompanyGroup/{companyGroupId}", { params: { path: scope }, signal }),
        Array.isArray,
      ));
  return rows.map(({ name, countItems }) => ({ id: name ?? "", countItems }));
};

/**
 * Descriptor of the list of stock groups. There are no commands, because a stock group is only a text field of a stock
 * item.
 */
export const stockGroupDirectory: DirectoryDescriptor<CatalogueOwner, StockGroupRow, never> = {
  name: "stockGroups",
  list: readStockGroups,
  commands: {},
};
