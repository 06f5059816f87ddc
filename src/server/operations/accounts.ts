import { alone, type Handlers } from "../http/handlerTypes.ts";
import { changePassword, endSession, readAccount, saveAccount, sessionsPage } from "../services/accounts/accounts.ts";

/** A user's own account: his name, his password, his sessions. */
export const accountOperations = {
  getAccount: ({ db, path }) => readAccount(db, path.userId),
  saveAccount: ({ db, path, body }) => saveAccount(db, path.userId, body.alias),
  changePassword: alone(async ({ db, path, body, caller, address }) => {
    await changePassword(db, { ...body, ...path, address, sessionId: caller.sessionId });
    return undefined;
  }),
  listAccountSessions: ({ db, path, query, caller }) => sessionsPage(db, { ...query, ...path }, caller.sessionId),
  endAccountSession: async ({ db, path }) => {
    await endSession(db, path.sessionId, path.userId);
    return undefined;
  },
} satisfies Pick<
  Handlers,
  "getAccount" | "saveAccount" | "changePassword" | "listAccountSessions" | "endAccountSession"
>;
