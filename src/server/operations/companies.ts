import type { Handlers } from "../http/contract.ts";
import { companiesOf, readCompany } from "../services/companies.ts";
import { openCounts } from "../services/orders/order-lists.ts";
import { dayAt } from "../services/today.ts";

/** Companies of the signed-in user. */
export const companyOperations = {
  listCompanies: ({ db, caller }) => companiesOf(db, caller.userId),
  getCompany: ({ db, company }) => readCompany(db, company.id),
  getCompanyState: ({ db, company }) => {
    const now = new Date();
    return openCounts(db, company.id, dayAt(now, company.zone).end, now);
  },
} satisfies Pick<Handlers, "listCompanies" | "getCompany" | "getCompanyState">;
