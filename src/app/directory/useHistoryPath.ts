import { useLocation } from "wouter";
import { type ConfigKind, configKinds } from "#domain/configKinds.ts";
import { usePermissions } from "../services/context.ts";
import { useIsAdmin } from "../services/useIsAdmin.ts";
import { useIsOffered } from "../services/useIsOffered.ts";

const forms: readonly (readonly [kind: string, definition: ConfigKind])[] = Object.entries(configKinds);

/**
 * Returns the path of the audit log of a record, and the permission that the user needs in addition to "settings.edit"
 * to see this log. `path` is the path of the record's form. Returns undefined for any other path.
 */
export const findHistory = (path: string): { readonly path: string; readonly needs: string } | undefined => {
  const [, companyId = "", rest = ""] = /^\/Company\/(\d+)\/(.+)$/.exec(path) ?? [];
  for (const [kind, { form, needs }] of forms) {
    const id = form && new RegExp(`^${form.replace(":id", "(\\d+)")}$`, "i").exec(rest);
    if (id) return { path: `/Company/${companyId}/ConfigChange?kind=${kind}&entityId=${id[1] ?? companyId}`, needs };
  }
  return undefined;
};

/** Paths of the forms of records that belong to no company. */
const systemForms = { companyGroup: /^\/CompanyGroup\/(\d+)\/Edit$/i, account: /^\/Account\/(\d+)$/i } as const;

/** Returns the path of the system's audit log for the record of a form. Returns undefined for any other path. */
export const findSystemHistory = (path: string): string | undefined => {
  for (const [kind, form] of Object.entries(systemForms)) {
    const id = form.exec(path)?.[1];
    if (id !== undefined) return `/Admin/ConfigChange?kind=${kind}&entityId=${id}`;
  }
  return undefined;
};

/**
 * Returns the path of the audit log for the record of the current form. Returns undefined if the current screen is not
 * such a form, or if the user cannot see the log.
 */
export const useHistoryPath = (): string | undefined => {
  const [path] = useLocation();
  const history = findHistory(path);
  const isAdmin = useIsAdmin();
  const companyId = Number(path.split("/")[2]);
  const may = usePermissions(companyId);
  const isOffered = useIsOffered("GET /api/ConfigChange/Company/{companyId}");
  const isSystemOffered = useIsOffered("GET /api/Admin/ConfigChange") && isAdmin;
  const systemHistory = findSystemHistory(path);
  if (systemHistory) return isSystemOffered ? systemHistory : undefined;
  return history && isOffered && may("settings.edit") && may(history.needs) ? history.path : undefined;
};
