import type { Handlers } from "../http/contract.ts";
import { listCategories, menuJson } from "../services/catalogue.ts";

/** Categories and dishes that orders are made of. */
export const catalogueOperations = {
  listCategories: ({ db, company }) => listCategories(db, company.id),
  listMenuItems: async ({ db, company }) => ({ json: await menuJson(db, company.id) }),
} satisfies Pick<Handlers, "listCategories" | "listMenuItems">;
