import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { assignDelivery, createDeliveryTrip } from "../services/delivery/assignments.ts";
import { savePosition } from "../services/delivery/courierPosition.ts";
import { readCourierWork, readDelivery } from "../services/delivery/deliveryBoard.ts";
import { readDeliverySettings, updateDeliverySettings } from "../services/delivery/deliverySettings.ts";
import {
  createDeliveryZone,
  findDeliveryZone,
  listDeliveryZones,
  readDeliveryZone,
  removeDeliveryZone,
  updateDeliveryZone,
} from "../services/delivery/deliveryZones.ts";
import { cancelDoorInvoice, checkDoorInvoice, issueDoorInvoice } from "../services/delivery/doorInvoices.ts";
import { tapDeliveryStop } from "../services/delivery/stopActions.ts";
import { moveDeliveryTrip, setDeliveryDuty, tapDeliveryTrip } from "../services/delivery/trips.ts";
import { providerContextOf, runClaimedAndStore } from "./providerCall.ts";

/**
 * Handlers for the deliveries, couriers, trips, delivery zones and delivery settings of a company, and for invoices
 * that couriers issue at the door.
 */
export const deliveryOperations = {
  getDelivery: ({ db, company }) => readDelivery(db, company),
  getCourierWork: ({ db, company, caller }) => readCourierWork(db, company, caller),
  setDeliveryDuty: ({ db, company, caller, body }) => setDeliveryDuty(db, company.id, caller, body),
  saveCourierPosition: ({ db, company, caller, body }) => savePosition(db, company.id, caller, body),
  getDeliverySettings: ({ db, company }) => readDeliverySettings(db, company.id),
  updateDeliverySettings: ({ db, company, seen, body }) => updateDeliverySettings(db, company.id, seen, body),

  listDeliveryZones: ({ db, company }) => listDeliveryZones(db, company.id),
  findDeliveryZone: ({ db, company, query }) => findDeliveryZone(db, company.id, query),
  getDeliveryZone: ({ db, company, path }) => readDeliveryZone(db, company.id, path.id),
  createDeliveryZone: ({ db, company, body }) => createDeliveryZone(db, company.id, body),
  updateDeliveryZone: ({ db, company, path, seen, body }) =>
    updateDeliveryZone(db, company.id, { id: path.id, seen }, body),
  deleteDeliveryZone: ({ db, company, path }) => removeDeliveryZone(db, company.id, path.id),

  createDeliveryTrip: ({ db, company, caller, body }) => createDeliveryTrip(db, company, caller, body),
  tapDeliveryTrip: ({ db, company, caller, path, body }) => tapDeliveryTrip(db, company, caller, path, body),
  moveDeliveryTrip: ({ db, company, path, body }) => moveDeliveryTrip(db, company, path.tripId, body),

  assignDelivery: ({ db, company, caller, path, body }) => assignDelivery(db, company, caller, path.orderId, body),
  tapDeliveryStop: ({ db, company, caller, path, keyedRequest, body }) =>
    tapDeliveryStop(db, company, caller, { ...path, requestKey: keyedRequest?.key ?? null }, body),

  issueDoorInvoice: withOwnTransactions(async (call) =>
    runClaimedAndStore(call, ({ key }) => {
      const { db, company, caller, path } = call;
      const target = { orderId: path.orderId, requestKey: key };
      return issueDoorInvoice(db, providerContextOf(call), company, caller, target);
    }),
  ),

  checkDoorInvoice: withOwnTransactions(async (call) => {
    const { db, company, caller, path } = call;
    const ref = { companyId: company.id, orderId: path.orderId, userId: caller.userId };
    return checkDoorInvoice(db, providerContextOf(call), ref);
  }),

  cancelDoorInvoice: withOwnTransactions(async (call) =>
    runClaimedAndStore(call, () => {
      const { db, company, caller, path } = call;
      const ref = { companyId: company.id, orderId: path.orderId, userId: caller.userId };
      return cancelDoorInvoice(db, providerContextOf(call), ref);
    }),
  ),
} satisfies Partial<Handlers>;
