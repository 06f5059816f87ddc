import { matchText } from "#domain/matchText.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { dishNamesQuery, employeeNamesQuery, foundCustomersQuery } from "#machines/queries/foundRecords.ts";
import { useIsModuleOn, usePermissions } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";
import type { PaletteEntry } from "./paletteEntry.ts";

/**
 * Minimum length of a search text that contains letters. A search for customers needs one character more, or at least
 * `MIN_DIGITS` digits if the text contains no letters.
 */
const MIN_LETTERS = 2;
const MIN_DIGITS = 4;

/**
 * Returns the search text for customers: words of a name or address, or a part of a phone number. Returns an empty
 * string if the text is too short.
 */
const customerSearch = (text: string): string => {
  if (/\p{L}/u.test(text)) return text.length > MIN_LETTERS ? text : "";
  return text.replace(/\D/g, "").length >= MIN_DIGITS ? text : "";
};

/**
 * Returns the records of a company that match the typed text. Customers are found by name, phone or address; dishes and
 * users are found by name. Kinds of records that the user may not see are left out. `open` opens a path of the company.
 */
export const useRecords = (companyId: number, typed: string, open: (path: string) => void): PaletteEntry[] => {
  const hasPermission = usePermissions(companyId);
  const areCustomersOn = useIsModuleOn(companyId, "customers") && hasPermission("customer.view");
  const text = companyId > 0 ? typed.trim() : "";
  const isName = /\p{L}/u.test(text) && text.length >= MIN_LETTERS;
  const search = areCustomersOn ? customerSearch(text) : "";
  const customers = useQuery(foundCustomersQuery, { companyId, search });
  // While a new search runs, the customers of the previous search are not offered, because Enter could open one of
  // them.
  const found = customers.shown?.query.search === search ? customers.shown.answer : [];
  const dishes = useQuery(dishNamesQuery, { companyId, isWanted: isName && hasPermission("catalogue.view") });
  const people = useQuery(employeeNamesQuery, { companyId, isWanted: isName && hasPermission("user.manage") });
  return [
    ...found.map(({ id, alias, phone }) => ({
      title: alias || formatPhone(phone),
      hint: `клиент, ${formatPhone(phone)}`,
      run: () => open(`/Customer/${id}`),
    })),
    ...(dishes.shown?.answer ?? [])
      .filter(({ name }) => isName && matchText(name, text))
      .map(({ id, name, price }) => ({
        title: name,
        hint: `блюдо, ${formatMoney(price)}`,
        run: () => open(`/Item/${id}/Edit`),
      })),
    ...(people.shown?.answer ?? [])
      .filter(({ alias, userName }) => isName && matchText(`${alias} ${userName}`, text))
      .map(({ userId, alias, roleName }) => ({
        title: alias,
        hint: `сотрудник, ${roleName}`,
        run: () => open(`/Employee/${userId}/Edit`),
      })),
  ];
};
