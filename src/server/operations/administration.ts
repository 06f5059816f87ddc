import type { Handlers } from "../http/handlerTypes.ts";
import { endSession, readSessionsPage } from "../services/accounts/accounts.ts";
import {
  readAccountsPage,
  readCompaniesPage,
  resetPassword,
  setAccountActive,
  setCompanyCreation,
} from "../services/administration/administration.ts";
import { listSystemAuthors, listSystemChanges } from "../services/configChanges/configChanges.ts";
import { readErrorGroupsPage, readErrorsPage, readPageViewsJson } from "../services/monitoring/monitoringReports.ts";

/** Handlers for global administrators. */
export const administrationOperations = {
  listAccounts: ({ db, query }) => readAccountsPage(db, query),
  setAccountActive: ({ db, caller, path, body }) => setAccountActive(db, caller, path.userId, body.isActive),
  setCompanyCreation: ({ db, path, body }) => setCompanyCreation(db, path.userId, body.canCreateCompany),
  resetPassword: ({ db, caller, path }) => resetPassword(db, caller, path.userId),
  listSessions: ({ db, query, caller }) => readSessionsPage(db, query, caller.sessionId),
  endSession: async ({ db, path }) => {
    await endSession(db, path.sessionId);
    return undefined;
  },
  listAllCompanies: ({ db, query }) => readCompaniesPage(db, query),
  getPageViews: async ({ db, query }) => ({ json: await readPageViewsJson(db, query, new Date()) }),
  listErrorGroups: ({ db, query }) => readErrorGroupsPage(db, query),
  listErrors: ({ db, query }) => readErrorsPage(db, query),
  listSystemChanges: ({ db, query }) => listSystemChanges(db, query),
  listSystemAuthors: ({ db }) => listSystemAuthors(db),
} satisfies Pick<
  Handlers,
  | "listAccounts"
  | "setAccountActive"
  | "setCompanyCreation"
  | "resetPassword"
  | "listSessions"
  | "endSession"
  | "listAllCompanies"
  | "getPageViews"
  | "listErrorGroups"
  | "listErrors"
  | "listSystemChanges"
  | "listSystemAuthors"
>;
