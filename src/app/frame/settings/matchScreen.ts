import { matchText } from "#domain/matchText.ts";
import type { CompanyScreen } from "../../routing/companyScreens.ts";

/** Returns true if the title, the description or the synonyms of a screen contain the words of a query. */
export const matchScreen = ({ title, about, words }: CompanyScreen, query: string): boolean =>
  matchText(`${title} ${about} ${words}`, query);
