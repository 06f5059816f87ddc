import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { isCompanyState } from "./calendar.ts";

const POLL_MS = 60_000;

/** Descriptor of the query for a company's figures on the home page (platform, section 2). */
export const companyStateQuery: QueryDescriptor<{ readonly companyId: number }, Schemas["CompanyState"]> = {
  name: "companyState",
  topics: ["order"],
  polling: () => ({ visible: POLL_MS }),
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Company/{companyId}/DashBoard", { params: { path }, signal }), isCompanyState),
};
