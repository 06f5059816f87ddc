import type { Handlers } from "../http/handlerTypes.ts";
import { listItemStops, putItemStop, readItemStop, removeItemStop } from "../services/kitchen/itemStops.ts";
import { readKitchen } from "../services/kitchen/kitchenItems.ts";
import { readKitchenSettings, updateKitchenSettings } from "../services/kitchen/kitchenSettings.ts";
import {
  createKitchenStation,
  listKitchenStations,
  readKitchenStation,
  removeKitchenStation,
  updateKitchenStation,
} from "../services/kitchen/kitchenStations.ts";
import { tapKitchenItem } from "../services/kitchen/kitchenTap.ts";

/** Handlers for the kitchen, the kitchen stations and the stop list of a company. */
export const kitchenOperations = {
  getKitchen: ({ db, company, query }) => readKitchen(db, company.id, query.stationId),
  tapKitchenItem: ({ db, company, caller, path, body }) => tapKitchenItem(db, company, caller, path, body),
  getKitchenSettings: ({ db, company }) => readKitchenSettings(db, company.id),
  updateKitchenSettings: ({ db, company, seen, body }) => updateKitchenSettings(db, company.id, seen, body),

  listKitchenStations: ({ db, company }) => listKitchenStations(db, company.id),
  getKitchenStation: ({ db, company, path }) => readKitchenStation(db, company.id, path.id),
  createKitchenStation: ({ db, company, body }) => createKitchenStation(db, company.id, body),
  updateKitchenStation: ({ db, company, path, seen, body }) =>
    updateKitchenStation(db, company.id, { id: path.id, seen }, body),
  deleteKitchenStation: ({ db, company, path }) => removeKitchenStation(db, company.id, path.id),

  listItemStops: ({ db, company }) => listItemStops(db, company.id),
  getItemStop: ({ db, company, path }) => readItemStop(db, company.id, path.itemId),
  putItemStop: ({ db, company, caller, path, body }) => putItemStop(db, company.id, caller.userId, path.itemId, body),
  deleteItemStop: ({ db, company, path }) => removeItemStop(db, company.id, path.itemId),
} satisfies Partial<Handlers>;
