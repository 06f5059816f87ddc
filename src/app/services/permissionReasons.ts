import { missingPermissionText } from "#domain/firstPermissions.ts";
import { permissionTitles } from "#domain/permissions.ts";
import type { PermissionReason } from "#machines/session/permissions.ts";
import { CREATE_COMPANY } from "#machines/session/userRights.ts";

const titles: Readonly<Record<string, string>> = { ...permissionTitles, [CREATE_COMPANY]: "Создание компаний" };

/**
 * Returns the tooltip of an action that requires a permission which the user lacks, for example 'Нет права «Возврат
 * оплаты»'.
 */
export const missingPermission = (permission: string): string =>
  missingPermissionText(titles[permission] ?? permission);

/** Returns the tooltip for a missing permission, or undefined if there is none. */
export const permissionReasonText = (reason: PermissionReason | undefined): string | undefined =>
  reason && missingPermission(reason.permission);
