import { useLocation } from "wouter";
import { type ConfigKind, configKinds } from "#domain/configKinds.ts";
import { usePermissions } from "../services/context.ts";
import { useIsOffered } from "../services/useIsOffered.ts";

const forms: readonly (readonly [kind: string, definition: ConfigKind])[] = Object.entries(configKinds);

/**
 * Returns the path of the audit log of one record, and the permission that this kind of record requires. `path` is the
 * path of the record's form. Returns undefined for any other path.
 */
export const findHistory = (path: string): { readonly path: string; readonly needs: string } | undefined => {
  const [, companyId = "", rest = ""] = /^\/Company\/(\d+)\/(.+)$/.exec(path) ?? [];
  for (const [kind, { form, needs }] of forms) {
    const id = form && new RegExp(`^${form.replace(":id", "(\\d+)")}$`, "i").exec(rest);
    if (id) return { path: `/Company/${companyId}/ConfigChange?kind=${kind}&entityId=${id[1] ?? companyId}`, needs };
  }
  return undefined;
};

/** Returns the path of the audit log for the record of the current form, or undefined if the user cannot see it. */
export const useHistoryPath = (): string | undefined => {
  const [path] = useLocation();
  const history = findHistory(path);
  const companyId = Number(path.split("/")[2]);
  const may = usePermissions(companyId);
  const isOffered = useIsOffered("GET /api/ConfigChange/Company/{companyId}");
  return history && isOffered && may("settings.edit") && may(history.needs) ? history.path : undefined;
};
