import type { Handlers } from "../http/handlerTypes.ts";
import { endSession, sessionsPage } from "../services/accounts/accounts.ts";
import {
  accountsPage,
  companiesPage,
  resetPassword,
  setAccountActive,
} from "../services/administration/administration.ts";
import { errorGroupsPage, errorsPage, pageViewsJson } from "../services/monitoring/monitoringReports.ts";

/** What administrators of the system see and do. */
export const administrationOperations = {
  listAccounts: ({ db, query }) => accountsPage(db, query),
  setAccountActive: ({ db, caller, path, body }) => setAccountActive(db, caller, path.userId, body.isActive),
  resetPassword: ({ db, caller, path }) => resetPassword(db, caller, path.userId),
  listSessions: ({ db, query, caller }) => sessionsPage(db, query, caller.sessionId),
  endSession: async ({ db, path }) => {
    await endSession(db, path.sessionId);
    return undefined;
  },
  listAllCompanies: ({ db, query }) => companiesPage(db, query),
  getPageViews: async ({ db, query }) => ({ json: await pageViewsJson(db, query, new Date()) }),
  listErrorGroups: ({ db, query }) => errorGroupsPage(db, query),
  listErrors: ({ db, query }) => errorsPage(db, query),
} satisfies Pick<
  Handlers,
  | "listAccounts"
  | "setAccountActive"
  | "resetPassword"
  | "listSessions"
  | "endSession"
  | "listAllCompanies"
  | "getPageViews"
  | "listErrorGroups"
  | "listErrors"
>;
