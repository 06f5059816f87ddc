import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { DirectoryDescriptor } from "#machines/directory/types.ts";
import type { CatalogueScope } from "./catalogue.ts";

/** A group of stock items; an empty name stands for those that are in none. */
export interface StockGroupRow {
  readonly id: string;
  readonly countItems: number;
}

const readStockGroups = async (
  api: Api,
  scope: CatalogueScope,
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

/** The groups of stock items; they come and go with the items that name them. */
export const stockGroupDirectory: DirectoryDescriptor<CatalogueScope, StockGroupRow, never> = {
  name: "stockGroups",
  list: readStockGroups,
  commands: {},
};

/** The groups that a list of stock items can be narrowed to; none while they are not known. */
export const stockGroupChoices = (api: Api, scope: CatalogueScope) =>
  fromPromise(({ signal }): Promise<readonly StockGroupRow[]> => readStockGroups(api, scope, signal).catch(() => []));
