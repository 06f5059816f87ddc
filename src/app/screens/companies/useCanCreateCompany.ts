import { ownAccountQuery } from "#machines/queries/ownAccount.ts";
import { useServices } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";

/**
 * Returns true if the user may create companies, or undefined until the account is read. Returns true if it cannot be
 * read or lacks this field, because the server checks the permission anyway.
 */
export const useCanCreateCompany = (): boolean | undefined => {
  const { shown, error } = useQuery(ownAccountQuery, { userId: useServices().user.id });
  if (shown) return shown.answer.canCreateCompany ?? true;
  return error === undefined ? undefined : true;
};

/** Returns the text of an empty list of companies. */
export const noCompaniesText = (canCreateCompany: boolean | undefined): string =>
  canCreateCompany
    ? "Компаний пока нет. Добавьте первую — вы станете её администратором."
    : "Компаний пока нет. Вас добавит администратор компании.";
