import { type Call, type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import {
  beginTwoFactor,
  deleteTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  readTwoFactor,
} from "../services/twoFactor/twoFactor.ts";

const ownerOf = ({
  path,
  caller,
  app,
}: Call<"beginTwoFactor"> | Call<"enableTwoFactor"> | Call<"disableTwoFactor">) => ({
  userId: path.userId,
  callerId: caller.userId,
  totpKey: app.config.totpKey,
});

/** Handlers for the second factor of sign-ins. */
export const twoFactorOperations = {
  getTwoFactor: ({ db, path }) => readTwoFactor(db, path.userId),
  beginTwoFactor: (call) => beginTwoFactor(call.db, ownerOf(call)),
  enableTwoFactor: withOwnTransactions((call) =>
    enableTwoFactor(call.db, { ...ownerOf(call), ...call.body, address: call.http.address }),
  ),
  disableTwoFactor: withOwnTransactions(async (call) => {
    await disableTwoFactor(call.db, { ...ownerOf(call), ...call.body, address: call.http.address });
    return undefined;
  }),
  resetTwoFactor: async ({ db, path }) => {
    await deleteTwoFactor(db, path.userId);
    return undefined;
  },
} satisfies Pick<
  Handlers,
  "getTwoFactor" | "beginTwoFactor" | "enableTwoFactor" | "disableTwoFactor" | "resetTwoFactor"
>;
