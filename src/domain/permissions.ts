import { ORDER_CREATE, ORDER_EDIT, ORDER_EDIT_FOREIGN, PRINT_USE } from "./firstPermissions.ts";

/** Russian titles of the permissions (decisions, section 4). */
export const permissionTitles = {
  "order.view": "Просмотр заказов",
  "order.create": ORDER_CREATE,
  "order.edit": ORDER_EDIT,
  "order.editForeign": ORDER_EDIT_FOREIGN,
  "order.changeStatus": "Смена статуса",
  "order.history": "История заказа",
  "payment.accept": "Приём оплаты",
  "payment.confirm": "Подтверждение оплаты",
  "payment.reject": "Возврат оплаты",
  "payment.external": "Счета на оплату",
  "discount.apply": "Скидки",
  "discount.maxPercent": "Наибольшая скидка, %",
  "catalogue.view": "Просмотр каталога",
  "catalogue.edit": "Изменение каталога",
  "settings.edit": "Настройка компании",
  "stock.view": "Просмотр склада",
  "stock.edit": "Ведение склада",
  "stock.approve": "Документы склада",
  "supplier.edit": "Ведение поставщиков",
  "call.view": "Звонки",
  "customer.view": "Клиенты",
  "customer.edit": "Карточки клиентов",
  "report.view": "Отчёты",
  "finance.view": "Финансы",
  "finance.edit": "Ведение финансов",
  "shift.use": "Кассовые смены",
  "kitchen.cook": "Кухня и стоп-лист",
  "delivery.manage": "Распределение доставок",
  "delivery.deliver": "Доставка заказов",
  "print.use": PRINT_USE,
  "override.grant": "Разрешение действий сотрудников",
  "feedback.answer": "Ответы на отзывы и вопросы",
  "company.edit": "Изменение компании",
  "user.manage": "Управление сотрудниками",
  "role.manage": "Управление ролями",
} as const;

/**
 * Permissions with a number as their value, such as the largest discount in per cent. Any other permission is either
 * granted or not.
 */
export const limits: readonly string[] = ["discount.maxPercent"];
