import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/** Passwords of the form when it is submitted. */
export interface Passwords {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Returns the actors of the password form; `read` returns the passwords from the form. */
export const passwordChangeActors = (api: Api, userId: number, read: () => Passwords) => ({
  change: fromPromise<void>(async ({ signal }) => {
    await unwrap(api.PUT("/api/Account/{userId}/Password", { params: { path: { userId } }, body: read(), signal }));
  }),
});
