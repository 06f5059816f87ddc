import type { Call, Handlers } from "../http/handlerTypes.ts";
import { exportItems } from "../services/items/itemExport.ts";
import { importItems } from "../services/items/itemImport.ts";
import { createItem, removeItem, updateItem } from "../services/items/itemSave.ts";
import { listItemCosts, listItems, readItem } from "../services/items/items.ts";
import { entryCalls } from "./catalogueEntry.ts";

type Seen = Pick<Call<"listItems">, "db" | "reach">;

const list = ({ db, reach }: Seen) => listItems(db, reach);
const costs = ({ db, reach }: Seen) => listItemCosts(db, reach);
const { read, create, update, remove } = entryCalls({
  read: readItem,
  create: createItem,
  update: updateItem,
  remove: removeItem,
});

const give = async ({ db, reach, query, reply }: Seen & Pick<Call<"exportCompanyItems">, "query" | "reply">) => {
  const { mime, bytes } = await exportItems(db, reach, query.format);
  return reply.type(mime).header("content-disposition", `attachment; filename="items.${query.format}"`).send(bytes);
};

const take = ({ db, reach, query, parts }: Seen & Pick<Call<"importCompanyItems">, "query" | "parts">) =>
  importItems(db, reach, { bytes: parts["file"], isDry: query.dryRun === true });

/** Dishes: a company's with those of its group, a group's, or all that the caller may. */
export const itemOperations = {
  listItems: list,
  listCompanyItems: list,
  listGroupItems: list,
  listItemCosts: costs,
  listCompanyItemCosts: costs,
  listGroupItemCosts: costs,
  getItem: read,
  getCompanyItem: read,
  getGroupItem: read,
  createItem: create,
  createCompanyItem: create,
  createGroupItem: create,
  updateItem: update,
  updateCompanyItem: update,
  updateGroupItem: update,
  deleteItem: remove,
  deleteCompanyItem: remove,
  deleteGroupItem: remove,
  exportCompanyItems: give,
  exportGroupItems: give,
  importCompanyItems: take,
  importGroupItems: take,
} satisfies Partial<Handlers>;
