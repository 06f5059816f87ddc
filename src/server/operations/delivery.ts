import type { Handlers } from "../http/handlerTypes.ts";
import { assignDelivery, createDeliveryTrip } from "../services/delivery/assignments.ts";
import { readCourierWork, readDelivery } from "../services/delivery/deliveryBoard.ts";
import { readDeliverySettings, updateDeliverySettings } from "../services/delivery/deliverySettings.ts";
import { tapDeliveryStop } from "../services/delivery/stopActions.ts";
import { moveDeliveryTrip, setDeliveryDuty, tapDeliveryTrip } from "../services/delivery/trips.ts";

/** Handlers for the deliveries of a company, the trips of its couriers, and the settings of the delivery. */
export const deliveryOperations = {
  getDelivery: ({ db, company }) => readDelivery(db, company),
  getCourierWork: ({ db, company, caller }) => readCourierWork(db, company, caller),
  setDeliveryDuty: ({ db, company, caller, body }) => setDeliveryDuty(db, company.id, caller, body),
  getDeliverySettings: ({ db, company }) => readDeliverySettings(db, company.id),
  updateDeliverySettings: ({ db, company, seen, body }) => updateDeliverySettings(db, company.id, seen, body),

  createDeliveryTrip: ({ db, company, caller, body }) => createDeliveryTrip(db, company, caller, body),
  tapDeliveryTrip: ({ db, company, caller, path, body }) => tapDeliveryTrip(db, company, caller, path, body),
  moveDeliveryTrip: ({ db, company, path, body }) => moveDeliveryTrip(db, company, path.tripId, body),

  assignDelivery: ({ db, company, caller, path, body }) => assignDelivery(db, company, caller, path.orderId, body),
  tapDeliveryStop: ({ db, company, caller, path, keyedRequest, body }) =>
    tapDeliveryStop(db, company, caller, { ...path, requestKey: keyedRequest?.key ?? null }, body),
} satisfies Partial<Handlers>;
