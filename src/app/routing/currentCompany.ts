import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useServices } from "../services/context.ts";
import { prefer, usePreference } from "../storage/preferences.ts";

const namedIn = (path: string): number => Number(/^\/Company\/(\d+)/i.exec(path)?.[1] ?? 0);

/** Whether a path is of a company that is none of the user's, by the server's list: a remembered one may lack a new company. */
export const useIsForeignCompany = (path: string): boolean => {
  const named = namedIn(path);
  return useSelector(
    useServices().shell,
    (shell) => named > 0 && shell.matches("known") && !shell.context.companies.some(({ id }) => id === named),
  );
};

/** The company of the path, if it is one of the user's; elsewhere the one that was worked in last, else the first; 0 while none is known. */
export const useCurrentCompanyId = (): number => {
  const [path] = useLocation();
  const last = Number(usePreference("company"));
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const named = namedIn(path);
  const mine = (wanted: number) => companies.find(({ id }) => id === wanted)?.id;
  const here = companies.length === 0 ? named : mine(named);
  useEffect(() => {
    if (here) prefer("company", String(here));
  }, [here]);
  return here || mine(last) || companies[0]?.id || 0;
};
