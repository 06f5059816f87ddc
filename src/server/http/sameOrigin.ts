import { Forbidden } from "../services/shared/domainErrors.ts";

const hostOf = (origin: string): string => {
  try {
    return new URL(origin).host;
  } catch {
    return "";
  }
};

/**
 * Throws `Forbidden` when the browser reports that another origin sent the request. The check prevents CSRF on
 * operations that need only a cookie.
 */
export const checkSameOrigin = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  host: string,
): void => {
  const site = headers["sec-fetch-site"];
  const origin = headers["origin"];
  const isForeign =
    site === undefined
      ? origin !== undefined && hostOf(String(origin)) !== host
      : site !== "same-origin" && site !== "none";
  if (isForeign) throw new Forbidden("Запрос пришёл с чужой страницы.");
};
