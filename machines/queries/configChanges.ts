import { type Schemas, unwrap } from "#api/client.ts";
import { type ConfigKindName, configKindNames } from "#domain/configKinds.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Change of the configuration, as a row in the audit log. */
export type ConfigChangeRow = Schemas["ConfigChange"];

const readId = (text: string | undefined): number | undefined => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
};

const readDay = (text = ""): string | undefined => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/**
 * Returns the value `kind` of the filter if it is a known kind of record. Ignores any other text, because the user may
 * have typed the text into the URL.
 */
export const readKind = (filter: ListFilter): ConfigKindName | undefined =>
  configKindNames.find((name) => name === filter["kind"]);

/** Returns the filter for the API. Texts that the server would refuse are left out. */
const toQuery = (filter: ListFilter) => {
  const [kind, entityId, userId] = [readKind(filter), readId(filter["entityId"]), readId(filter["userId"])];
  const [startDate, endDate] = [readDay(filter["startDate"]), readDay(filter["endDate"])];
  return {
    ...(kind && { kind, ...(entityId && { entityId }) }),
    ...(userId && { userId }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

/** Returns the descriptor of the audit log for the configuration of a company, the latest change first. */
export const configChangesQuery = (companyId: number): PagedQueryDescriptor<ConfigChangeRow> => ({
  page: (api, filter, cursor, signal) =>
    unwrap(
      api.GET("/api/ConfigChange/Company/{companyId}", {
        params: { path: { companyId }, query: { ...toQuery(filter), ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  fields: { date: "moment", user: "object", changes: "list" },
  commands: {},
});

/** Descriptor of the query for the users by whom the audit log can be filtered. */
export const configAuthorsQuery: QueryDescriptor<{ readonly companyId: number }, readonly Schemas["ConfigAuthor"][]> = {
  name: "configAuthors",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/ConfigChange/Company/{companyId}/Author", { params: { path }, signal }), Array.isArray),
};

/**
 * Descriptor of the audit log for records that belong to no company, such as accounts and company groups, the latest
 * change first. Only administrators can read this log.
 */
export const systemChangesQuery: PagedQueryDescriptor<ConfigChangeRow> = {
  page: (api, filter, cursor, signal) =>
    unwrap(
      api.GET("/api/Admin/ConfigChange", {
        params: { query: { ...toQuery(filter), ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  fields: { date: "moment", user: "object", changes: "list" },
  commands: {},
};

/** Descriptor of the query for the users by whom the system log can be filtered. */
export const systemAuthorsQuery: QueryDescriptor<Record<never, never>, readonly Schemas["ConfigAuthor"][]> = {
  name: "systemAuthors",
  load: (api, _query, signal) => unwrap(api.GET("/api/Admin/ConfigChange/Author", { signal }), Array.isArray),
};
