import type { Handlers } from "../http/handlerTypes.ts";
import { anonymizeCustomer } from "../services/customers/customerAnonymize.ts";
import { readCustomerCard, updateCustomerCard } from "../services/customers/customerCards.ts";
import { exportCustomers } from "../services/customers/customerExport.ts";
import { countCustomerSegments, readCustomerPage, readDuplicatePage } from "../services/customers/customerList.ts";
import { mergeCustomer, unmergeCustomer } from "../services/customers/customerMerge.ts";
import { readCustomerCalls, readCustomerOrders } from "../services/customers/customerRecords.ts";
import { readCustomerJson } from "../services/customers/customers.ts";

/** Handlers for the customers of a company and their cards. */
export const customerOperations = {
  findCustomer: async ({ db, company, path }) => ({ json: await readCustomerJson(db, company, path.phone) }),
  listCustomers: ({ db, company, query }) => readCustomerPage(db, company, query),
  getCustomerSegments: ({ db, company, query }) => countCustomerSegments(db, company, query.sleepingDays),
  listCustomerDuplicates: ({ db, company, query }) => readDuplicatePage(db, company, query),
  exportCustomers: async ({ db, company, query, http }) => {
    const { format, ...filter } = query;
    const { mime, bytes } = await exportCustomers(db, company, filter, format);
    return http.reply
      .type(mime)
      .header("content-disposition", `attachment; filename="customers.${format}"`)
      .send(bytes);
  },
  getCustomerCard: ({ db, company, path }) => readCustomerCard(db, company, path.id),
  updateCustomerCard: ({ db, company, caller, path, seen, body }) =>
    updateCustomerCard(db, { company, caller }, { id: path.id, seen }, body),
  listCustomerOrders: ({ db, company, path, query }) => readCustomerOrders(db, company.id, path.id, query),
  listCustomerCalls: ({ db, company, path, query }) => readCustomerCalls(db, company.id, path.id, query),
  mergeCustomer: ({ db, company, caller, path, seen, body }) =>
    mergeCustomer(db, { company, caller }, { id: path.id, seen }, body.intoId),
  unmergeCustomer: ({ db, company, caller, path, seen }) =>
    unmergeCustomer(db, { company, caller }, { id: path.id, seen }),
  anonymizeCustomer: ({ db, company, path, seen, body }) => anonymizeCustomer(db, company, { id: path.id, seen }, body),
} satisfies Partial<Handlers>;
