import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import { useServices } from "./context.ts";

/**
 * Returns a function that finds a company of the user. At each call the function searches the companies that are loaded
 * at that moment.
 */
export const useFindCompany = (): ((id: number) => Schemas["Company"] | undefined) => {
  const { shell } = useServices();
  const [findCompany] = useState(
    () => (wanted: number) => shell.getSnapshot().context.companies.find(({ id }) => id === wanted),
  );
  return findCompany;
};
