import type { Handlers } from "../http/handlerTypes.ts";
import { readCustomerJson } from "../services/customers/customers.ts";

/** Operations that find customers by phone. */
export const customerOperations = {
  findCustomer: async ({ db, company, path }) => ({ json: await readCustomerJson(db, company.id, path.phone) }),
} satisfies Pick<Handlers, "findCustomer">;
