import type { Call, Handlers } from "../http/contract.ts";
import { createStockItem, removeStockItem, updateStockItem } from "../services/stock-item-save.ts";
import { listStockGroups, listStockItemCosts, listStockItems, readStockItem } from "../services/stock-items.ts";

type Seen = Pick<Call<"listStockItems">, "db" | "reach">;
type One = Seen & Pick<Call<"getStockItem">, "path">;

const list = ({ db, reach }: Seen) => listStockItems(db, reach);
const costs = ({ db, reach }: Seen) => listStockItemCosts(db, reach);
const groups = ({ db, reach }: Seen) => listStockGroups(db, reach);
const read = ({ db, reach, path }: One) => readStockItem(db, path.id, reach);

const create = async ({ db, reach, body }: Seen & Pick<Call<"createStockItem">, "body">) =>
  readStockItem(db, await createStockItem(db, reach, body), reach);

const update = async (call: One & Pick<Call<"updateStockItem">, "seen" | "body">) => {
  await updateStockItem(call.db, call.reach, { id: call.path.id, seen: call.seen }, call.body);
  return read(call);
};

const remove = async ({ db, path, reach }: One) => {
  await removeStockItem(db, path.id, reach);
  return undefined;
};

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
