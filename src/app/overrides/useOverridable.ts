import { useMemo } from "react";
import { needsOverride, withOverridable } from "#machines/overrides/overridable.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import { useCompany, useIsModuleOn } from "../services/context.ts";
import { useIsOffered } from "../services/useIsOffered.ts";

/** Permissions of the user, together with the permissions that a manager can grant. */
export interface OverridablePermissions {
  readonly permissions: Permissions;
  /** True if the server offers overrides and their module is on in the company. */
  readonly isOffered: boolean;
  /** Returns a hint for an action that a manager must allow, otherwise undefined. */
  readonly hintOf: (permission: string) => string | undefined;
}

/**
 * Returns the permissions that determine which buttons are enabled. If overrides are offered, the permissions that a
 * manager can grant are included.
 */
export const useOverridable = (companyId: number): OverridablePermissions => {
  const held = useCompany(companyId)?.permissions;
  const hasOperation = useIsOffered("POST /api/Override/Company/{companyId}/Pin");
  const isOffered = useIsModuleOn(companyId, "overrides") && hasOperation;
  return useMemo(
    () => ({
      isOffered,
      permissions: isOffered ? withOverridable(held) : held,
      hintOf: (permission) => (isOffered && needsOverride(held, permission) ? "Нужно разрешение менеджера" : undefined),
    }),
    [held, isOffered],
  );
};
