/** Permissions of the user in a company. Undefined until they are loaded. */
export type Permissions = Readonly<Record<string, number>> | undefined;

/**
 * Returns true if the user has the permission, or if the permissions are not loaded yet. The server checks each
 * permission again.
 */
export const isPermitted = (permissions: Permissions, permission: string): boolean =>
  permissions === undefined || (permissions[permission] ?? 0) > 0;
