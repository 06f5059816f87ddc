import type { Handlers } from "../http/contract.ts";
import { menuJson } from "../services/catalogue.ts";

/** Dishes that orders are made of. */
export const catalogueOperations = {
  listMenuItems: async ({ db, company }) => ({ json: await menuJson(db, company.id) }),
} satisfies Pick<Handlers, "listMenuItems">;
