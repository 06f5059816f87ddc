import { isPermitted, type Permissions } from "#machines/session/permissions.ts";

/**
 * Permissions that a manager can grant for a single action. If overrides are offered, the buttons of these actions are
 * enabled even if the user lacks the permission.
 */
const OVERRIDABLE: readonly string[] = [
  "order.editForeign",
  "order.changeStatus",
  "payment.accept",
  "payment.confirm",
  "payment.reject",
  "discount.apply",
  "kitchen.cook",
];

/** Returns true if the user lacks the permission and a manager can allow the action. */
export const needsOverride = (permissions: Permissions, permission: string): boolean =>
  !isPermitted(permissions, permission) && OVERRIDABLE.includes(permission);

/**
 * Returns the given permissions and those that a manager can grant for a single action (areas, section 13).
 * Permissions that are not loaded yet stay undefined.
 */
export const withOverridable = (permissions: Permissions): Permissions =>
  permissions && { ...permissions, ...Object.fromEntries(OVERRIDABLE.map((name) => [name, 1])) };
