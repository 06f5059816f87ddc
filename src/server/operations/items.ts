import type { Call, Handlers } from "../http/contract.ts";
import { exportItems } from "../services/item-export.ts";
import { importItems } from "../services/item-import.ts";
import { createItem, removeItem, updateItem } from "../services/item-save.ts";
import { listItemCosts, listItems, readItem } from "../services/items.ts";

type Seen = Pick<Call<"listItems">, "db" | "reach">;
type One = Seen & Pick<Call<"getItem">, "path">;
type Sent = Seen & Pick<Call<"createItem">, "caller" | "parts">;

const saverOf = ({ caller, reach, parts }: Sent) => ({ userId: caller.userId, reach, picture: parts["imageFile"] });

const list = ({ db, reach }: Seen) => listItems(db, reach);
const costs = ({ db, reach }: Seen) => listItemCosts(db, reach);
const read = ({ db, reach, path }: One) => readItem(db, path.id, reach);

const create = async (call: Sent & Pick<Call<"createItem">, "body">) =>
  readItem(call.db, await createItem(call.db, saverOf(call), call.body), call.reach);

const update = async (call: One & Sent & Pick<Call<"updateItem">, "seen" | "body">) => {
  await updateItem(call.db, saverOf(call), { id: call.path.id, seen: call.seen }, call.body);
  return read(call);
};

const remove = async ({ db, path, reach }: One) => {
  await removeItem(db, path.id, reach);
  return undefined;
};

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
