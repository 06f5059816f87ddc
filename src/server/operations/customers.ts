import type { Handlers } from "../http/handlerTypes.ts";
import { readCustomerJson } from "../services/customers/customers.ts";

/** Handlers that find customers by phone number. */
export const customerOperations = {
  findCustomer: async ({ db, company, path }) => ({ json: await readCustomerJson(db, company.id, path.phone) }),
} satisfies Pick<Handlers, "findCustomer">;
