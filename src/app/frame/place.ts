import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useServices } from "../context.ts";
import { prefer, usePreference } from "../preferences.ts";

/** The company of the path, if it is one of the user's; elsewhere the one that was worked in last, else the first; 0 while none is known. */
export const useCurrentCompanyId = (): number => {
  const [path] = useLocation();
  const last = Number(usePreference("company"));
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const named = Number(/^\/Company\/(\d+)/i.exec(path)?.[1] ?? 0);
  const mine = (wanted: number) => companies.find(({ id }) => id === wanted)?.id;
  const here = companies.length === 0 ? named : mine(named);
  useEffect(() => {
    if (here) prefer("company", String(here));
  }, [here]);
  return here || mine(last) || companies[0]?.id || 0;
};
