import type { Api } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { formatDate } from "#domain/format.ts";
import { foundDocumentsQuery } from "#machines/queries/foundDocuments.ts";
import { inventoryStates, inventoryTitle } from "../../screens/inventories/inventoryTexts.ts";
import { packingStates, packingTitle } from "../../screens/packingLists/packingListTexts.ts";
import { actStates, actTitle } from "../../screens/stockActs/stockActTexts.ts";
import { transferStates, transferTitle } from "../../screens/transfers/transferTexts.ts";

/** Stock document that the palette finds. */
export interface FoundDocument {
  readonly title: string;
  readonly hint: string;
  /** Text in which the palette searches for the typed words. */
  readonly searched: string;
  /** Path below the company's path, with a leading slash. */
  readonly path: string;
}

/**
 * Returns the stock documents of a company of the last 90 days. Throws if the server refuses a request or does not
 * answer.
 */
export const findDocuments = async (
  api: Api,
  { companyId, today, timeZone }: { companyId: number; today: Day; timeZone: string },
  signal: AbortSignal,
): Promise<readonly FoundDocument[]> => {
  const found = await foundDocumentsQuery.load(api, { companyId, today }, signal);
  const toFound = (
    path: string,
    title: string,
    { about = "", date, state }: { about?: string; date: string; state: { readonly title: string } },
  ): FoundDocument => ({
    path,
    title,
    hint: [about, formatDate(date, timeZone), state.title.toLowerCase()].filter(Boolean).join(", "),
    searched: `${title} ${about}`,
  });
  return [
    ...found.packingLists.map((row) =>
      toFound(`/PackingList/${row.id}`, packingTitle(row), {
        about: row.supplierName,
        date: row.date,
        state: packingStates[row.state],
      }),
    ),
    ...found.transfers.map((row) =>
      toFound(`/TransferList/${row.id}`, transferTitle(row), {
        about: row.fromCompanyId === companyId ? row.toCompanyName : row.fromCompanyName,
        date: row.creationDate,
        state: transferStates[row.state],
      }),
    ),
    ...found.stockActs.map((row) =>
      toFound(`/StockAct/${row.id}`, actTitle(row), { date: row.date, state: actStates[row.state] }),
    ),
    ...found.inventories.map((row) =>
      toFound(`/Inventory/${row.id}`, inventoryTitle(row), {
        date: row.startedAt,
        state: inventoryStates[row.state],
      }),
    ),
  ];
};
