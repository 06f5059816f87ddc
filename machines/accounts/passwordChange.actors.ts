import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/** The current and the new password, as typed into the form. */
export interface Passwords {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Returns the actors of the password form. `read` reads both passwords from the form when the user submits the form.
 */
export const passwordChangeActors = (api: Api, userId: number, read: () => Passwords) => ({
  change: fromPromise<void>(async ({ signal }) => {
    await unwrap(api.PUT("/api/Account/{userId}/Password", { params: { path: { userId } }, body: read(), signal }));
  }),
});
