import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { CommandAttempt, ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";

/** User in the list of administrators. */
export type AccountRow = Schemas["AdminAccount"];

/** Command for a user. */
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

/** Returns the list of all users. `reveal` receives the path of a new one-time link, because no machine keeps a secret. */
export const allAccountsQuery = (reveal: (path: string) => void): PagedQueryDescriptor<AccountRow, AccountCommand> => ({
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

/** Fields of a user's own account that need no password. */
export interface AccountDraft extends Record<string, string> {
  alias: string;
}

/** Editor of the user's own displayed name. Its choices are the account itself. */
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
