import { missingPermissionText } from "#domain/firstPermissions.ts";
import { permissionTitles } from "#domain/permissions.ts";

const titles: Readonly<Record<string, string>> = permissionTitles;

/**
 * Returns the tooltip of an action that requires a permission which the user lacks, for example 'Нет права «Возврат
 * оплаты»'.
 */
export const missingPermission = (permission: string): string =>
  missingPermissionText(titles[permission] ?? permission);
