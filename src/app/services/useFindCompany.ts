import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import { useServices } from "./context.ts";

/** Returns a function that finds a company of the user among the companies that are loaded when it is called. */
export const useFindCompany = (): ((id: number) => Schemas["Company"] | undefined) => {
  const { shell } = useServices();
  const [findCompany] = useState(
    () => (wanted: number) => shell.getSnapshot().context.companies.find(({ id }) => id === wanted),
  );
  return findCompany;
};
