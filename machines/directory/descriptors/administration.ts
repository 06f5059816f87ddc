import { type Schemas, unwrap } from "#api/client.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";

/** Company as a row in the administrator's list of all companies. */
export type AdminCompanyRow = Schemas["AdminCompany"];
/** Group of recorded errors. Their messages differ only in numbers. */
export type ErrorGroupRow = Schemas["ErrorGroup"];
export type ErrorRow = Schemas["ErrorRecord"];

const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Descriptor of the list of all companies in the system. */
export const allCompaniesQuery: PagedQueryDescriptor<AdminCompanyRow> = {
  page: (api, { search }, cursor, signal) =>
    unwrap(
      api.GET("/api/Admin/Company", { params: { query: { ...after(cursor), ...(search && { search }) } }, signal }),
    ),
  commands: {},
};

const sources = ["client", "server"] as const;

const groupsQuery = (filter: ListFilter, cursor: string | undefined) => {
  const source = sources.find((one) => one === filter["source"]);
  const search = filter["search"];
  return { ...after(cursor), ...(search && { search }), ...(source && { source }) };
};

/**
 * Descriptor of the list of recorded client and server errors. Errors with messages that differ only in numbers form
 * one row.
 */
export const errorGroupsQuery: PagedQueryDescriptor<ErrorGroupRow> = {
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/ErrorGroup", { params: { query: groupsQuery(filter, cursor) }, signal })),
  commands: {},
};

/** Returns the descriptor of the list of recorded errors that belong to one group. */
export const groupErrorsQuery = (groupId: number): PagedQueryDescriptor<ErrorRow> => ({
  page: (api, _filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/Error", { params: { query: { groupId, ...after(cursor) } }, signal })),
  commands: {},
});
