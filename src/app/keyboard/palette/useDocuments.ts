import type { Day } from "#domain/dates.ts";
import { matchText } from "#domain/matchText.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { useIsModuleOn, usePermissions, useTimeZone } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useToday } from "../../shared/useToday.ts";
import type { FoundDocument } from "./findDocuments.ts";
import type { PaletteEntry } from "./paletteEntry.ts";

/** Minimum length of a search text without digits. */
const MIN_LETTERS = 3;

interface WantedDocuments {
  readonly companyId: number;
  readonly today: Day;
  readonly timeZone: string;
  /** If false, the result is an empty list. */
  readonly isWanted: boolean;
}

// The code that reads the documents is loaded with the first search for documents.
const documentsQuery: QueryDescriptor<WantedDocuments, readonly FoundDocument[]> = {
  name: "paletteDocuments",
  load: async (api, { isWanted, ...query }, signal) =>
    isWanted ? (await import("./findDocuments.ts")).findDocuments(api, query, signal) : [],
};

/**
 * Returns the stock documents of a company that the palette finds by number, kind, supplier, other company or stock
 * group. The list is empty if the text is too short, the stock module is off, or the user may not view the stock.
 * `open` opens a path of the company.
 */
export const useDocuments = (companyId: number, typed: string, open: (path: string) => void): PaletteEntry[] => {
  const isStockOn = useIsModuleOn(companyId, "stock");
  const mayView = usePermissions(companyId)("stock.view");
  const text = typed.replace("№", "").trim();
  const isWanted = companyId > 0 && isStockOn && mayView && (/\d/.test(text) || text.length >= MIN_LETTERS);
  const query = { companyId, today: useToday(companyId), timeZone: useTimeZone(companyId), isWanted };
  const documents = useQuery(documentsQuery, query).shown?.answer ?? [];
  return documents
    .filter(({ searched }) => isWanted && matchText(searched, text))
    .map(({ title, hint, path }) => ({ title, hint, run: () => open(path) }));
};
