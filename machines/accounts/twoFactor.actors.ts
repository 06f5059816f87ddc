import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { TwoFactorStatus } from "./twoFactor.machine.ts";

/**
 * Dependencies of the two-factor actors. The callbacks pass secrets between the form and the server without storing
 * them in the machine's context.
 */
export interface TwoFactorParts {
  readonly api: Api;
  readonly userId: number;
  /** Reads the password and the code from the form when the user submits the form. */
  readonly read: () => Schemas["TwoFactorConfirmation"];
  readonly showSecret: (secret: Schemas["TwoFactorSecret"]) => void;
  readonly showCodes: (codes: readonly string[]) => void;
}

/** Returns the actors of the card on which a user sets up two-factor authentication. */
export const twoFactorActors = ({ api, userId, read, showSecret, showCodes }: TwoFactorParts) => {
  const params = { path: { userId } };
  return {
    load: fromPromise<TwoFactorStatus>(({ signal }) =>
      unwrap(api.GET("/api/Account/{userId}/TwoFactor", { params, signal })),
    ),
    begin: fromPromise<void>(async ({ signal }) => {
      showSecret(await unwrap(api.POST("/api/Account/{userId}/TwoFactor", { params, signal })));
    }),
    enable: fromPromise<void>(async ({ signal }) => {
      const body = read();
      const { recoveryCodes } = await unwrap(api.PUT("/api/Account/{userId}/TwoFactor", { params, body, signal }));
      showCodes(recoveryCodes);
    }),
    disable: fromPromise<void>(async ({ signal }) => {
      await unwrap(api.POST("/api/Account/{userId}/TwoFactor/Disable", { params, body: read(), signal }));
    }),
  };
};
