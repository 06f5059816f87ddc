/** Permissions of the user in a company. Undefined while they are unknown. */
export type Permissions = Readonly<Record<string, number>> | undefined;

/** Returns whether the user holds a permission. Unknown permissions count as held, because the server decides. */
export const isPermitted = (permissions: Permissions, permission: string): boolean =>
  permissions === undefined || (permissions[permission] ?? 0) > 0;
