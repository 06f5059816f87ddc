import { type Schemas, unwrap } from "#api/client.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";

/** A company as administrators of the system see it. */
export type AdminCompanyRow = Schemas["AdminCompany"];
/** Errors of one message. */
export type ErrorGroupRow = Schemas["ErrorGroup"];
/** One error. */
export type ErrorRow = Schemas["ErrorRecord"];

const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** All companies of the system. */
export const allCompanies: PagedQueryDescriptor<AdminCompanyRow> = {
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

/** Errors by message, of clients and of the server. */
export const errorGroups: PagedQueryDescriptor<ErrorGroupRow> = {
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/ErrorGroup", { params: { query: groupsQuery(filter, cursor) }, signal })),
  commands: {},
};

/** The errors of one message that were kept. */
export const errorsOfGroup = (groupId: number): PagedQueryDescriptor<ErrorRow> => ({
  page: (api, _filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/Error", { params: { query: { groupId, ...after(cursor) } }, signal })),
  commands: {},
});
