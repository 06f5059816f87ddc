import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import { readStock, type StockRow } from "#machines/directory/descriptors/stock.ts";

/** Returns an actor that reads the stock items for a filter. If the read fails, the output is an empty list. */
export const stockChoices = (api: Api, companyId: number) =>
  fromPromise(({ signal }): Promise<readonly StockRow[]> => readStock(api, { companyId }, signal).catch(() => []));
