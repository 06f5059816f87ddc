import { ownAccountQuery } from "#machines/queries/ownAccount.ts";
import { useServices } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";

/**
 * Returns true if the user may create companies, or undefined while the account is being read. If the read fails or the
 * answer has no field `canCreateCompany`, returns true, because the server checks the permission again.
 */
export const useCanCreateCompany = (): boolean | undefined => {
  const { shown, error } = useQuery(ownAccountQuery, { userId: useServices().user.id });
  if (shown) return shown.answer.canCreateCompany ?? true;
  return error === undefined ? undefined : true;
};

/** Returns the text that is shown if the user has no companies. */
export const noCompaniesText = (canCreateCompany: boolean | undefined): string =>
  canCreateCompany
    ? "Компаний пока нет. Добавьте первую — вы станете её администратором."
    : "Компаний пока нет. Вас добавит администратор компании.";
