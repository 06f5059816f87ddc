import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import type { CommandAttempt, ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";

/** User account as a row in the administrator's list of all users. */
export type AccountRow = Schemas["AdminAccount"];

/**
 * Command of an administrator on a user account. `reset` removes the password and creates a link for a new one,
 * `resetTwoFactor` disables two-factor authentication, `allowCompanies` and `denyCompanies` grant and withdraw the
 * permission to create companies.
 */
export type AccountCommand = "block" | "unblock" | "reset" | "allowCompanies" | "denyCompanies" | "resetTwoFactor";

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

const setCompanyCreation =
  (canCreateCompany: boolean) =>
  (api: Api, row: AccountRow, { signal }: CommandAttempt) =>
    unwrap(
      api.PUT("/api/Admin/Account/{userId}/CompanyCreation", {
        params: { path: { userId: row.id } },
        body: { canCreateCompany },
        signal,
      }),
    );

const accountsQuery = ({ search, state }: ListFilter, cursor: string | undefined) => ({
  ...(cursor !== undefined && { cursor }),
  ...(search && { search }),
  ...(state && { isActive: state !== "blocked" }),
});

/**
 * Returns the descriptor of the list of all users. `reveal` is a callback that shows a new password link, because a
 * machine's context must not contain secrets.
 */
export const allAccountsQuery = (reveal: (path: string) => void): PagedQueryDescriptor<AccountRow, AccountCommand> => ({
  fields: { userName: "string", companies: "list" },
  page: (api, filter, cursor, signal) =>
    unwrap(api.GET("/api/Admin/Account", { params: { query: accountsQuery(filter, cursor) }, signal })),
  commands: {
    block: setActive(false),
    unblock: setActive(true),
    allowCompanies: setCompanyCreation(true),
    denyCompanies: setCompanyCreation(false),
    resetTwoFactor: async (api, row, { signal }) => {
      const params = { path: { userId: row.id } };
      await unwrap(api.DELETE("/api/Admin/Account/{userId}/TwoFactor", { params, signal }));
      return { ...row, hasTwoFactor: false };
    },
    reset: async (api, row, { signal }) => {
      const params = { path: { userId: row.id } };
      const { path } = await unwrap(api.POST("/api/Admin/Account/{userId}/ResetPassword", { params, signal }));
      reveal(path);
      return { ...row, hasPassword: false };
    },
  },
  commandRules: {
    block: hiddenUnless(({ isActive }) => isActive),
    unblock: hiddenUnless(({ isActive }) => !isActive),
    allowCompanies: hiddenUnless(({ roles, canCreateCompany }) => roles !== "Admin" && !canCreateCompany),
    denyCompanies: hiddenUnless(({ roles, canCreateCompany }) => roles !== "Admin" && canCreateCompany),
    resetTwoFactor: hiddenUnless(({ hasTwoFactor }) => hasTwoFactor),
  },
});

/** Account fields that the user can change without entering the password. */
export interface AccountDraft extends Record<string, string> {
  alias: string;
}

/**
 * Descriptor of the editor in which users change their display name. `loadChoices` reads the whole account, because the
 * form also shows its other fields.
 */
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
