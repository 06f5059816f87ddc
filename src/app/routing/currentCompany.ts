import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useServices } from "../services/context.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";

/** Returns the id of the company in the path, or 0. */
export const companyIdOf = (path: string): number => Number(/^\/Company\/(\d+)/i.exec(path)?.[1] ?? 0);

/**
 * Returns true if the path belongs to a company to which the user has no access. Returns false while the companies are
 * loading, because a cached list may not contain a new company.
 */
export const useIsForeignCompany = (path: string): boolean => {
  const named = companyIdOf(path);
  return useSelector(
    useServices().shell,
    (shell) => named > 0 && shell.matches("known") && !shell.context.companies.some(({ id }) => id === named),
  );
};

/**
 * Returns the id of the company in the path, and stores this id as the last used company. Otherwise returns the id of
 * the last used company, of the user's first company, or 0. Once the companies are loaded, a company to which the user
 * has no access is skipped.
 */
export const useCurrentCompanyId = (): number => {
  const [path] = useLocation();
  const last = Number(usePreference("company"));
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const named = companyIdOf(path);
  const own = (companyId: number) => companies.find(({ id }) => id === companyId)?.id;
  const here = companies.length === 0 ? named : own(named);
  useEffect(() => {
    if (here) setPreference("company", String(here));
  }, [here]);
  return here || own(last) || companies[0]?.id || 0;
};
