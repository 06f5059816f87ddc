import type { Handlers } from "../http/handlerTypes.ts";
import { menuJson } from "../services/catalogue/catalogue.ts";

/** Dishes that orders are made of. */
export const catalogueOperations = {
  listMenuItems: async ({ db, company }) => ({ json: await menuJson(db, company.id) }),
} satisfies Pick<Handlers, "listMenuItems">;
