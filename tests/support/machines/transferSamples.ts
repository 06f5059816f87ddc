import type { Transfer } from "#machines/directory/descriptors/transfers.ts";

/** Line of `sampleTransfer`. */
export const sampleTransferLine: Transfer["items"][number] = {
  id: 31,
  stockItemId: 10,
  stockItemTitle: "Сыр",
  stockItemUnit: "кг",
  price: null,
  count: 2.5,
  onHand: 4,
  acceptedStockItemId: null,
  acceptedStockItemTitle: null,
  suggestedStockItemId: null,
  acceptedCount: 0,
  lostCount: 0,
  refusedCount: 0,
  reason: null,
};

/** Draft of a transfer with one line, from company 1 to company 2. */
export const sampleTransfer: Transfer = {
  id: 7,
  fromCompanyId: 1,
  fromCompanyName: "На Ленина",
  toCompanyId: 2,
  toCompanyName: "На Мира",
  creationDate: "2026-11-20T06:40:00.000Z",
  sendingDate: null,
  acceptingDate: null,
  comment: null,
  state: "draft",
  lossOn: "sender",
  itemCount: 1,
  amount: 1000,
  version: 3,
  createdByAlias: null,
  sentByAlias: null,
  closedAt: null,
  closedByAlias: null,
  closingReason: null,
  items: [sampleTransferLine],
};
