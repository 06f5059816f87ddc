import type { Handlers } from "../http/handlerTypes.ts";
import { readMenuJson } from "../services/catalogue/catalogue.ts";

/** Operations that return the menu for orders. */
export const catalogueOperations = {
  listMenuItems: async ({ db, company }) => ({ json: await readMenuJson(db, company.id) }),
} satisfies Pick<Handlers, "listMenuItems">;
