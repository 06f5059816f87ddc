/** Permissions of the user in a company. Undefined until they are loaded. */
export type Permissions = Readonly<Record<string, number>> | undefined;

/**
 * Returns true if the user has the permission, or if the permissions are not loaded yet. The server checks each
 * permission again.
 */
export const isPermitted = (permissions: Permissions, permission: string): boolean =>
  permissions === undefined || (permissions[permission] ?? 0) > 0;

/** Reason why the user may not do something: they lack a permission. */
export interface PermissionReason<Name extends string = string> {
  readonly code: "permission";
  readonly permission: Name;
}

/** Returns the permission that the user lacks. Returns undefined if they have it, or if no permission is required. */
export const permissionReasonOf = <Name extends string>(
  permissions: Permissions,
  permission: Name | undefined,
): PermissionReason<Name> | undefined =>
  permission === undefined || isPermitted(permissions, permission) ? undefined : { code: "permission", permission };
