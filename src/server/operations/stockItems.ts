import type { Call, Handlers } from "../http/handlerTypes.ts";
import { createStockItem, removeStockItem, updateStockItem } from "../services/stockItems/stockItemSave.ts";
import {
  listStockGroups,
  listStockItemCosts,
  listStockItems,
  readStockItem,
} from "../services/stockItems/stockItems.ts";
import { entryHandlers } from "./catalogueEntry.ts";

type VersionedId = Pick<Call<"listStockItems">, "db" | "scope">;

const list = ({ db, scope }: VersionedId) => listStockItems(db, scope);
const costs = ({ db, scope }: VersionedId) => listStockItemCosts(db, scope);
const groups = ({ db, scope }: VersionedId) => listStockGroups(db, scope);
const { read, create, update, remove } = entryHandlers({
  read: readStockItem,
  create: createStockItem,
  update: updateStockItem,
  remove: removeStockItem,
});

/** Stock items and their groups: a company's with those of its company group, a group's, or all that the caller may. */
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
