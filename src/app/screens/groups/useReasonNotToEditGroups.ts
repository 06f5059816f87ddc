import { useIsAdmin } from "../../services/useIsAdmin.ts";

/** Returns the reason why the user may not edit groups, or undefined for system administrators. */
export const useReasonNotToEditGroups = (): string | undefined =>
  useIsAdmin() ? undefined : "Группы составляет администратор системы";
