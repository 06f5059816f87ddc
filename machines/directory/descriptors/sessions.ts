import { type Schemas, unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";

/** Session of a signed-in user in one browser. */
export type SessionRow = Schemas["Session"];

const sessionFields = {
  id: "string",
  userAgent: "string",
  beginDate: "moment",
  lastUseDate: "moment",
  endDate: "moment?",
} as const;

const commandRules = { end: hiddenUnless(({ isEnded }: SessionRow) => !isEnded) };

const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/**
 * Returns the descriptor of the list of a user's active sessions. To end the current session, the command calls
 * `signOut` instead of the API.
 */
export const accountSessionsQuery = (userId: number, signOut: () => void): PagedQueryDescriptor<SessionRow, "end"> => ({
  fields: sessionFields,
  topics: ["session"],
  page: (api, _filter, cursor, signal) =>
    unwrap(api.GET("/api/Account/{userId}/Session", { params: { path: { userId }, query: after(cursor) }, signal })),
  commands: {
    end: async (api, row, { signal }) => {
      if (row.isCurrent) signOut();
      else
        await unwrap(
          api.DELETE("/api/Account/{userId}/Session/{sessionId}", {
            params: { path: { userId, sessionId: row.id } },
            signal,
          }),
        );
      return undefined;
    },
  },
  commandRules,
});

const sessionsQuery = ({ search, ended }: ListFilter, cursor: string | undefined) => ({
  ...after(cursor),
  ...(search && { search }),
  ...(ended && { isEnded: true }),
});

/**
 * Returns the descriptor of the administrator's list of all users' sessions. To end the current session, the
 * command calls `signOut` instead of the API.
 */
export const allSessionsQuery = (signOut: () => void): PagedQueryDescriptor<SessionRow, "end"> => ({
  fields: sessionFields,
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/Session", { params: { query: sessionsQuery(filter, cursor) }, signal })),
  commands: {
    end: async (api, row, { signal }) => {
      if (row.isCurrent) signOut();
      else
        await unwrap(api.DELETE("/api/Admin/Session/{sessionId}", { params: { path: { sessionId: row.id } }, signal }));
      return undefined;
    },
  },
  commandRules,
});
