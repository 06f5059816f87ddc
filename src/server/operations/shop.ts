import type { Handlers } from "../http/handlerTypes.ts";
import { readShopCategories, updateShopCategories } from "../services/shop/shopCategories.ts";
import { readShopSettings, updateShopSettings } from "../services/shop/shopSettings.ts";

/** Handlers for the shop of a company and its categories. */
export const shopOperations = {
  getShop: ({ db, company }) => readShopSettings(db, company.id),
  updateShop: ({ db, company, seen, body }) => updateShopSettings(db, company.id, seen, body),
  getShopCategories: ({ db, company }) => readShopCategories(db, company.id),
  updateShopCategories: ({ db, company, seen, body }) => updateShopCategories(db, company.id, seen, body),
} satisfies Partial<Handlers>;
