import type { Handlers } from "../http/handlerTypes.ts";
import { NotFound } from "../services/shared/domainErrors.ts";

const refuse = async (): Promise<never> => {
  throw new NotFound();
};

/** Handlers for the transfers between companies. */
export const transferOperations = {
  listTransferLists: refuse,
  createTransferList: refuse,
  getTransferList: refuse,
  updateTransferList: refuse,
  deleteTransferList: refuse,
  sendTransferList: refuse,
  approveTransferList: refuse,
  refuseTransferList: refuse,
  recallTransferList: refuse,
  listTransferCompanies: refuse,
  listTransferDeliveries: refuse,
  getTransferPrices: refuse,
} satisfies Partial<Handlers>;
