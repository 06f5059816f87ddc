import { fromPromise } from "xstate";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { PasswordOutcome } from "./passwordChange.machine.ts";

/** What the form holds at the moment of its submit. */
export interface Passwords {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const refusalOf = (error: unknown): PasswordOutcome => {
  if (!(error instanceof ApiProblem)) throw error;
  return { kind: "refused", message: error.message, errors: error.errors };
};

/** What the form of a new password asks the server; `read` takes the passwords from the form. */
export const passwordChangeActors = (api: Api, userId: number, read: () => Passwords) => ({
  change: fromPromise(
    ({ signal }): Promise<PasswordOutcome> =>
      unwrap(api.PUT("/api/Account/{userId}/Password", { params: { path: { userId } }, body: read(), signal })).then(
        () => ({ kind: "changed" as const }),
        refusalOf,
      ),
  ),
});
