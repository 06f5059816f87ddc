/** What the permissions are called that the frame and the list of orders name: the others come with the screens that ask for them. */
export const ORDER_CREATE = "Приём заказов";
export const PRINT_USE = "Печать";

/** The reason of a disabled action that wants a permission, by what that is called: 'Нет права «Возврат оплаты»'. */
export const missingPermissionText = (title: string): string => `Нет права «${title}»`;
