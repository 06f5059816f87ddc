import type { Handlers } from "../http/contract.ts";
import { customerJson } from "../services/customers.ts";

/** Customers by phone. */
export const customerOperations = {
  findCustomer: async ({ db, company, path }) => ({ json: await customerJson(db, company.id, path.phone) }),
} satisfies Pick<Handlers, "findCustomer">;
