import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useServices } from "../services/context.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";

const companyIdOf = (path: string): number => Number(/^\/Company\/(\d+)/i.exec(path)?.[1] ?? 0);

/**
 * Returns true if the path belongs to a company that the user has no access to. Returns false until the companies are
 * loaded, because a cached list may lack a new company.
 */
export const useIsForeignCompany = (path: string): boolean => {
  const named = companyIdOf(path);
  return useSelector(
    useServices().shell,
    (shell) => named > 0 && shell.matches("known") && !shell.context.companies.some(({ id }) => id === named),
  );
};

/**
 * Returns the id of the path's company if the user has access to it; otherwise the last used or the first company.
 * Returns 0 if none is known.
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
