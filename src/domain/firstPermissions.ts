/**
 * Russian titles of permissions that are part of the first page load, or that the order editor shows. The other titles
 * are loaded later, together with the screens that show them.
 */
export const ORDER_CREATE = "Приём заказов";
export const ORDER_EDIT = "Изменение заказов";
export const ORDER_EDIT_FOREIGN = "Изменение чужих заказов";
export const PRINT_USE = "Печать";

/** Returns the text that explains which permission the user lacks, for example "Нет права «Возврат оплаты»". */
export const missingPermissionText = (title: string): string => `Нет права «${title}»`;
