/**
 * Russian titles of the permissions that the screens of the first page load show. The other titles are loaded later,
 * together with their screens.
 */
export const ORDER_CREATE = "Приём заказов";
export const PRINT_USE = "Печать";

/** Returns the text that explains which permission the user lacks, for example "Нет права «Возврат оплаты»". */
export const missingPermissionText = (title: string): string => `Нет права «${title}»`;
