import type { Call, Handlers } from "../http/handlerTypes.ts";
import { createStockItem, removeStockItem, updateStockItem } from "../services/stockItems/stockItemSave.ts";
import {
  listStockGroups,
  listStockItemCosts,
  listStockItems,
  readStockItem,
} from "../services/stockItems/stockItems.ts";
import { entryHandlers } from "./catalogueEntry.ts";

type ScopedCall = Pick<Call<"listStockItems">, "db" | "scope">;

const list = ({ db, scope }: ScopedCall) => listStockItems(db, scope);
const costs = ({ db, scope }: ScopedCall) => listStockItemCosts(db, scope);
const groups = ({ db, scope }: ScopedCall) => listStockGroups(db, scope);
const { read, create, update, remove } = entryHandlers({
  read: readStockItem,
  create: createStockItem,
  update: updateStockItem,
  remove: removeStockItem,
});

/**
 * Handlers for stock items and their groups, of a company, of a company group, or of all companies and groups of
 * the caller.
 */
export const stockItemOperations = {
  listStockItems: list,
  listCompanyStockItems: list,
  listGroupStockItems: list,
  listStockItemCosts: costs,
  listCompanyStockItemCosts: costs,
  listGroupStockItemCosts: costs,
  listStockGroups: groups,
  listCompanyStockGroups: groups,
  listGroupStockGroups: groups,
  getStockItem: read,
  getCompanyStockItem: read,
  getGroupStockItem: read,
  createStockItem: create,
  createCompanyStockItem: create,
  createGroupStockItem: create,
  updateStockItem: update,
  updateCompanyStockItem: update,
  updateGroupStockItem: update,
  deleteStockItem: remove,
  deleteCompanyStockItem: remove,
  deleteGroupStockItem: remove,
} satisfies Partial<Handlers>;
