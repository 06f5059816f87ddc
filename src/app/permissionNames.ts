import { permissionTitles } from "#domain/permissions.ts";

const titles: Readonly<Record<string, string>> = permissionTitles;

/** The reason of a disabled action that wants a permission: 'Нет права «Возврат оплаты»'. */
export const lacks = (permission: string): string => `Нет права «${titles[permission] ?? permission}»`;
