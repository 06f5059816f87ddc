import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { correctQueryDays } from "#domain/day.ts";
import { useToday } from "../shared/useToday.ts";
import { useCurrentCompanyId } from "./currentCompany.ts";

/**
 * Component without content that corrects days in the query string. It replaces or removes a day that is invalid or
 * does not have the format "YYYY-MM-DD".
 */
export const DaysCorrection = () => {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const today = useToday(useCurrentCompanyId());
  const corrected = correctQueryDays(search, today);
  const isCorrect = corrected === new URLSearchParams(search).toString();
  useEffect(() => {
    if (!isCorrect) navigate(corrected ? `${path}?${corrected}` : path, { replace: true });
  }, [isCorrect, corrected, path, navigate]);
  return null;
};
