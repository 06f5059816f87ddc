import type { Handlers } from "../http/handlerTypes.ts";
import { readMenuJson } from "../services/catalogue/catalogue.ts";

/** Handlers that return the menu from which orders are taken. */
export const catalogueOperations = {
  listMenuItems: async ({ db, company }) => ({ json: await readMenuJson(db, company.id) }),
} satisfies Pick<Handlers, "listMenuItems">;
