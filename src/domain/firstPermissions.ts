/**
 * Russian titles of the permissions that the first screens mention. The other titles are loaded with the screens that
 * need them.
 */
export const ORDER_CREATE = "Приём заказов";
export const PRINT_USE = "Печать";

/** Returns the reason why an action is disabled, for example "Нет права «Возврат оплаты»". */
export const missingPermissionText = (title: string): string => `Нет права «${title}»`;
