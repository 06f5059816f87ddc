import type { Handlers } from "../http/handlerTypes.ts";
import { readMenuJson } from "../services/catalogue/catalogue.ts";

/** Dishes that orders are made of. */
export const catalogueOperations = {
  listMenuItems: async ({ db, company }) => ({ json: await readMenuJson(db, company.id) }),
} satisfies Pick<Handlers, "listMenuItems">;
