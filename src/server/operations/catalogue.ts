import type { Handlers } from "../http/handlerTypes.ts";
import { readMenuJson } from "../services/catalogue/catalogue.ts";
import { readFrequentItems } from "../services/catalogue/frequentItems.ts";

/** Handlers that return the menu for the order editor, and the most frequently ordered dishes of the menu. */
export const catalogueOperations = {
  listMenuItems: async ({ db, company }) => ({ json: await readMenuJson(db, company.id) }),
  listFrequentItems: ({ db, company }) => readFrequentItems(db, company.id, new Date()),
} satisfies Pick<Handlers, "listMenuItems" | "listFrequentItems">;
