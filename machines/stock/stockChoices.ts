import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import { readStock, type StockRow } from "#machines/directory/descriptors/stock.ts";

/** The stock items that the list of operations can be narrowed to; none while they are not known. */
export const stockChoices = (api: Api, companyId: number) =>
  fromPromise(({ signal }): Promise<readonly StockRow[]> => readStock(api, { companyId }, signal).catch(() => []));
