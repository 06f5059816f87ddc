import { useServices } from "../../context.ts";

/** Why the user may not compose groups; undefined for the administrator of the system, who may. */
export const useWhyNotAdmin = (): string | undefined =>
  useServices().user.isAdmin ? undefined : "Группы составляет администратор системы";
