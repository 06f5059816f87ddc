const names: Readonly<Record<string, string>> = {
  "order.view": "Просмотр заказов",
  "order.create": "Приём заказов",
  "order.edit": "Изменение заказов",
  "order.editForeign": "Изменение чужих заказов",
  "order.changeStatus": "Смена статуса",
  "order.history": "История заказа",
  "payment.accept": "Приём оплаты",
  "payment.confirm": "Подтверждение оплаты",
  "payment.reject": "Возврат оплаты",
  "payment.external": "Счета на оплату",
  "discount.apply": "Скидки",
  "catalogue.view": "Просмотр каталога",
  "customer.view": "Клиенты",
  "finance.view": "Финансы",
  "print.use": "Печать",
};

/** The reason of a disabled action that wants a permission: 'Нет права «Возврат оплаты»'. */
export const lacks = (permission: string): string => `Нет права «${names[permission] ?? permission}»`;
