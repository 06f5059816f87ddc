import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import { readStock, type StockRow } from "#machines/directory/descriptors/stock.ts";

/** Returns an actor that reads the stock items for a filter. A failed read gives no stock items. */
export const stockChoices = (api: Api, companyId: number) =>
  fromPromise(({ signal }): Promise<readonly StockRow[]> => readStock(api, { companyId }, signal).catch(() => []));
