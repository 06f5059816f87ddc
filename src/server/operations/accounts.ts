import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import {
  changePassword,
  endOtherSessions,
  endSession,
  readAccount,
  readSessionsPage,
  saveAccount,
} from "../services/accounts/accounts.ts";

/** Handlers for the user's own account: name, password and sessions. */
export const accountOperations = {
  getAccount: ({ db, path }) => readAccount(db, path.userId),
  saveAccount: ({ db, path, body }) => saveAccount(db, path.userId, body.alias),
  changePassword: withOwnTransactions(async ({ db, path, body, caller, http }) => {
    await changePassword(db, { ...body, ...path, address: http.address, sessionId: caller.sessionId });
    return undefined;
  }),
  listAccountSessions: ({ db, path, query, caller }) => readSessionsPage(db, { ...query, ...path }, caller.sessionId),
  endOtherSessions: async ({ db, path, caller }) => ({
    count: await endOtherSessions(db, path.userId, caller.sessionId),
  }),
  endAccountSession: async ({ db, path }) => {
    await endSession(db, path.sessionId, path.userId);
    return undefined;
  },
} satisfies Pick<
  Handlers,
  "getAccount" | "saveAccount" | "changePassword" | "listAccountSessions" | "endOtherSessions" | "endAccountSession"
>;
