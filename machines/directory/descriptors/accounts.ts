import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { CommandAttempt, ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";

/** A user as administrators see him. */
export type AccountRow = Schemas["AdminAccount"];

/** What can be done with a user. */
export type AccountCommand = "block" | "unblock" | "reset";

const setActive =
  (isActive: boolean) =>
  (api: Api, row: AccountRow, { signal }: CommandAttempt) =>
    unwrap(
      api.PUT("/api/Admin/Account/{userId}/Active", {
        params: { path: { userId: row.id } },
        body: { isActive },
        signal,
      }),
    );

const accountsQuery = ({ search, state }: ListFilter, cursor: string | undefined) => ({
  ...(cursor !== undefined && { cursor }),
  ...(search && { search }),
  ...(state && { isActive: state !== "blocked" }),
});

/** All users, the newest connection first; `reveal` gets the path of a one-time link, which no machine keeps. */
export const allAccounts = (reveal: (path: string) => void): PagedQueryDescriptor<AccountRow, AccountCommand> => ({
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/Account", { params: { query: accountsQuery(filter, cursor) }, signal })),
  commands: {
    block: setActive(false),
    unblock: setActive(true),
    reset: async (api, row, { signal }) => {
      const params = { path: { userId: row.id } };
      const { path } = await unwrap(api.POST("/api/Admin/Account/{userId}/ResetPassword", { params, signal }));
      reveal(path);
      return { ...row, hasPassword: false };
    },
  },
});

/** What a user may change of himself without his password. */
export interface AccountDraft extends Record<string, string> {
  alias: string;
}

/** A user's own page: the name that is shown; what is known is his account. */
export const accountEditor: EditorDescriptor<{ userId: number }, AccountDraft, Schemas["Account"]> = {
  name: "account",
  loadChoices: (api, { userId }, signal) =>
    unwrap(api.GET("/api/Account/{userId}", { params: { path: { userId } }, signal })),
  blank: () => ({ alias: "" }),
  read: async (api, { userId }, _id, signal) => {
    const { alias } = await unwrap(api.GET("/api/Account/{userId}", { params: { path: { userId } }, signal }));
    return { draft: { alias } };
  },
  save: (api, { userId }, { draft }, signal) =>
    unwrap(api.PUT("/api/Account/{userId}", { params: { path: { userId } }, body: draft, signal })),
};
