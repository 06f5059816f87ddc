import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useServices } from "../context.ts";
import { prefer, usePreference } from "../preferences.ts";

/** The company of the path; elsewhere the one that was worked in last, else the first; 0 while none is known. */
export const useCurrentCompanyId = (): number => {
  const [path] = useLocation();
  const last = Number(usePreference("company"));
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const named = Number(/^\/Company\/(\d+)/i.exec(path)?.[1] ?? 0);
  useEffect(() => {
    if (named) prefer("company", String(named));
  }, [named]);
  return named || companies.find(({ id }) => id === last)?.id || companies[0]?.id || 0;
};
