import type { Handlers } from "../http/contract.ts";
import {
  listDiscounts,
  listExternalPaymentMethods,
  listOrderStatuses,
  listPaymentMethods,
  listTags,
} from "../services/configuration.ts";

/** Statuses, tags, discounts and payment methods of a company. */
export const configurationOperations = {
  listOrderStatuses: ({ db, company }) => listOrderStatuses(db, company.id),
  listTags: ({ db, company }) => listTags(db, company.id),
  listDiscounts: ({ db, company }) => listDiscounts(db, company.id),
  listPaymentMethods: ({ db, company }) => listPaymentMethods(db, company.id),
  listExternalPaymentMethods: ({ db, company }) => listExternalPaymentMethods(db, company.id),
} satisfies Pick<
  Handlers,
  "listOrderStatuses" | "listTags" | "listDiscounts" | "listPaymentMethods" | "listExternalPaymentMethods"
>;
