import { useServices } from "../../services/context.ts";

/** Returns why the user may not edit groups, undefined for administrators of the system. */
export const useReasonNotToEditGroups = (): string | undefined =>
  useServices().user.isAdmin ? undefined : "Группы составляет администратор системы";
