import { type Schemas, unwrap } from "#api/client.ts";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type CustomerRow = Schemas["CustomerRow"];
export type CustomerFile = Schemas["CustomerCard"];

const risks: readonly CustomerRow["risk"][] = ["none", "attention", "blocked"];

/**
 * Returns the descriptor of the list of a company's customers. The list can be searched by name or phone (areas,
 * section 10).
 */
export const customersQuery = (companyId: number): PagedQueryDescriptor<CustomerRow> => ({
  page: (api, { search, risk }, cursor, signal) => {
    const chosen = risks.find((one) => one === risk);
    const query = {
      ...(cursor !== undefined && { cursor }),
      ...(search && { search }),
      ...(chosen && { risk: chosen }),
    };
    return unwrap(api.GET("/api/Customer/Company/{companyId}", { params: { path: { companyId }, query }, signal }));
  },
  commands: {},
});

/** Path parameters of a customer: the company and the customer. */
export interface CustomerPath extends CompanyPath {
  readonly id: number;
}

/** Descriptor of the query that reads one customer with their last orders. */
export const customerCardQuery: QueryDescriptor<CustomerPath, CustomerFile> = {
  name: "customerCard",
  load: (api, path, signal) =>
    unwrap(
      api.GET("/api/Customer/{id}/Company/{companyId}", { params: { path }, signal }),
      (answer) =>
        typeof answer === "object" && answer !== null && "lastOrders" in answer && Array.isArray(answer.lastOrders),
    ),
};

/** Draft of a customer. An empty string means that the field has no value. */
export interface CustomerDraft {
  alias: string;
  note: string;
  risk: CustomerRow["risk"];
  riskReason: string;
}

/**
 * Descriptor of the customer editor. It cannot create customers, because a phone number's first order creates its
 * customer.
 */
export const customerEditor: EditorDescriptor<CompanyPath, CustomerDraft> = {
  name: "customer",
  loadChoices: async () => undefined,
  blank: () => ({ alias: "", note: "", risk: "none", riskReason: "" }),
  read: async (api, { companyId }, id, signal) => {
    const { alias, note, risk, riskReason, version } = await customerCardQuery.load(
      api,
      { companyId, id: Number(id) },
      signal,
    );
    return { draft: { alias: alias ?? "", note: note ?? "", risk, riskReason: riskReason ?? "" }, version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { alias, note, risk, riskReason } = draft;
    const body = { alias: alias || null, note: note || null, risk, riskReason: risk === "none" ? null : riskReason };
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/Customer/{id}/Company/{companyId}", { params, body, signal }));
  },
};
