import { ownAccountQuery } from "#machines/queries/ownAccount.ts";
import { useServices } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";

/**
 * Returns whether the user may create companies, and undefined until that is known. A server that does not tell refuses
 * by itself, so everything is offered there.
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
