import { useServices } from "../../services/context.ts";

/** Returns the reason why the user may not edit groups, or undefined for system administrators. */
export const useReasonNotToEditGroups = (): string | undefined =>
  useServices().user.isAdmin ? undefined : "Группы составляет администратор системы";
