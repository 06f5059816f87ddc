import type { Handlers } from "../http/handlerTypes.ts";
import { readCustomerCard, readCustomerPage, updateCustomerCard } from "../services/customers/customerCards.ts";
import { readCustomerJson } from "../services/customers/customers.ts";

/** Handlers for the customers of a company and their cards. */
export const customerOperations = {
  findCustomer: async ({ db, company, path }) => ({ json: await readCustomerJson(db, company.id, path.phone) }),
  listCustomers: ({ db, company, query }) => readCustomerPage(db, company.id, query),
  getCustomerCard: ({ db, company, path }) => readCustomerCard(db, company.id, path.id),
  updateCustomerCard: ({ db, company, path, seen, body }) =>
    updateCustomerCard(db, company.id, { id: path.id, seen }, body),
} satisfies Partial<Handlers>;
