import { lacksCalled } from "#domain/firstPermissions.ts";
import { permissionTitles } from "#domain/permissions.ts";

const titles: Readonly<Record<string, string>> = permissionTitles;

/** The reason of a disabled action that wants a permission: 'Нет права «Возврат оплаты»'. */
export const lacks = (permission: string): string => lacksCalled(titles[permission] ?? permission);
