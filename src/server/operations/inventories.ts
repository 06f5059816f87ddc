import type { Handlers } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import { listInventories, readInventory } from "../services/inventories/inventories.ts";
import { approveInventory } from "../services/inventories/inventoryApproval.ts";
import { readInventoryDashBoard } from "../services/inventories/inventoryDashBoard.ts";
import { addInventoryEntries } from "../services/inventories/inventoryEntries.ts";
import {
  createInventoryGroup,
  listInventoryGroups,
  readInventoryGroup,
  removeInventoryGroup,
  updateInventoryGroup,
} from "../services/inventories/inventoryGroups.ts";
import { reviewInventory } from "../services/inventories/inventoryReview.ts";
import {
  cancelInventory,
  removeInventory,
  startInventory,
  updateInventory,
} from "../services/inventories/inventorySave.ts";
import { exportInventory } from "../services/inventories/inventoryTable.ts";
import { parseStockPeriod } from "../services/stock/stockPeriod.ts";

/** Handlers for the inventories of a company and the groups of stock items that are counted together. */
export const inventoryOperations = {
  listInventoryGroups: ({ db, company }) => listInventoryGroups(db, company),
  getInventoryGroup: ({ db, company, path }) => readInventoryGroup(db, company, path.id),
  createInventoryGroup: ({ db, company, body }) => createInventoryGroup(db, company, body),
  updateInventoryGroup: ({ db, company, path, seen, body }) =>
    updateInventoryGroup(db, company, { id: path.id, seen }, body),
  deleteInventoryGroup: ({ db, company, path, seen }) => removeInventoryGroup(db, company, { id: path.id, seen }),

  listInventories: ({ db, company, query: { state, ...days } }) =>
    listInventories(db, company.id, parseStockPeriod(days, company.zone, new Date()), state),
  getInventory: ({ db, company, path }) => readInventory(db, company.id, path.id),
  getInventoryDashBoard: ({ db, company }) => readInventoryDashBoard(db, company),
  createInventory: ({ db, company, caller, body }) => startInventory(db, company, caller, body),
  updateInventory: ({ db, company, path, seen, body }) => updateInventory(db, company, { id: path.id, seen }, body),
  deleteInventory: ({ db, company, path, seen }) => removeInventory(db, company, { id: path.id, seen }),
  addInventoryEntries: ({ db, company, caller, path, body }) => addInventoryEntries(db, company, caller, path.id, body),
  reviewInventory: ({ db, company, path, seen, body }) => reviewInventory(db, company, { id: path.id, seen }, body),
  approveInventory: ({ db, company, caller, path, seen }) =>
    approveInventory(db, company, caller, { id: path.id, seen }),
  cancelInventory: ({ db, company, caller, path, seen, body }) =>
    cancelInventory(db, company, caller, { id: path.id, seen }, body),
  exportInventory: async ({ db, company, path, query: { format }, http }) => {
    const table = await exportInventory(db, company, path.id, format);
    return sendTable(http.reply, table, { name: `inventory-${path.id}`, format });
  },
} satisfies Partial<Handlers>;
