import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import {
  createCompany,
  listCompanySummaries,
  listUserCompanies,
  readCompany,
  removeCompany,
  updateCompany,
} from "../services/companies/companies.ts";
import { readCompanyState } from "../services/companies/companyState.ts";
import {
  addCompanyUser,
  changeCompanyUser,
  listCompanyUsers,
  listGivableRoles,
  readCompanyUser,
  removeCompanyUser,
  renewCompanyUserLink,
} from "../services/companies/companyUsers.ts";
import { copyFromCompany } from "../services/companies/copy/copyFromCompany.ts";
import { readFirstSteps } from "../services/companies/firstSteps.ts";
import { addSampleMenu } from "../services/companies/sampleMenu.ts";
import { addSetupTemplate } from "../services/companies/setupTemplates.ts";
import { inTransactionOf } from "../services/shared/changeAuthor.ts";
import { Invalid } from "../services/shared/domainErrors.ts";
import { parseDay } from "../services/statistics/parsePeriod.ts";

/** Handlers for the companies of the caller, for the first data of a company, and for its users. */
export const companyOperations = {
  listCompanies: ({ db, caller }) => listUserCompanies(db, caller.userId),
  listCompanySummary: ({ db, caller }) => listCompanySummaries(db, caller.userId),
  getCompany: ({ db, company }) => readCompany(db, company.id),
  getCompanyState: ({ db, company, query }) => {
    const now = new Date();
    return readCompanyState(db, company, now, parseDay(query.date, company.zone, now));
  },
  getFirstSteps: ({ db, company }) => readFirstSteps(db, company.id),
  addSampleMenu: async ({ db, company, caller, scope }) => ({
    itemCount: await addSampleMenu(db, company.id, { userId: caller.userId, scope, picture: undefined }),
  }),
  addSetupTemplate: async ({ db, company, path }) => ({
    addedCount: await addSetupTemplate(db, company.id, path.template),
  }),
  copyFromCompany: ({ db, company, caller, body }) => copyFromCompany(db, company, caller.userId, body),
  createCompany: async ({ db, caller, body }) => readCompany(db, await createCompany(db, caller.userId, body)),
  updateCompany: async ({ db, company, caller, seen, body }) => {
    await updateCompany(db, { companyId: company.id, userId: caller.userId, seen }, body);
    return readCompany(db, company.id);
  },
  // The removal of a company needs a stronger lock than the usual transaction takes. Two removals that both held the
  // weaker lock would deadlock, so this transaction takes the stronger lock immediately.
  deleteCompany: withOwnTransactions(async ({ db, company, caller }) => {
    await inTransactionOf(db, caller.userId, (tx) => removeCompany(tx, company.id));
    return undefined;
  }),

  listCompanyUsers: ({ db, company }) => listCompanyUsers(db, company),
  addCompanyUser: ({ db, company, body }) => addCompanyUser(db, company, body),
  changeCompanyUser: async ({ db, company, path, body }) => {
    await changeCompanyUser(db, company, path.userId, body.roleId);
    return readCompanyUser(db, company, path.userId);
  },
  removeCompanyUser: async ({ db, company, query, body }) => {
    const userId = query.userId ?? body?.userId;
    if (userId === undefined) throw new Invalid("Проверьте заполнение полей.", { userId: "Обязательное поле." });
    if (query.userId && body?.userId && query.userId !== body.userId)
      throw new Invalid("Проверьте заполнение полей.", { userId: "Не совпадает с адресом запроса." });
    await removeCompanyUser(db, company, userId);
    return undefined;
  },
  renewCompanyUserLink: async ({ db, company, path }) => ({
    passwordLink: await renewCompanyUserLink(db, company, path.userId),
  }),
  listGivableRoles: ({ db, company }) => listGivableRoles(db, company),
} satisfies Pick<
  Handlers,
  | "listCompanies"
  | "listCompanySummary"
  | "getCompany"
  | "getCompanyState"
  | "getFirstSteps"
  | "addSampleMenu"
  | "addSetupTemplate"
  | "copyFromCompany"
  | "createCompany"
  | "updateCompany"
  | "deleteCompany"
  | "listCompanyUsers"
  | "addCompanyUser"
  | "changeCompanyUser"
  | "removeCompanyUser"
  | "renewCompanyUserLink"
  | "listGivableRoles"
>;
