/**
 * Link to a management screen of a company. `path` is relative to the company's path; `needs` is the required
 * permission.
 */
export interface CompanyLink {
  readonly title: string;
  readonly path: string;
  readonly needs?: string;
}

/** Titled group of links to management screens. */
export interface BoardGroup {
  readonly title: string;
  readonly links: readonly CompanyLink[];
}

const link = (title: string, path: string, needs?: string): CompanyLink => ({ title, path, ...(needs && { needs }) });

/** Links to all management screens of a company, in the documented groups and order (platform, section 2). */
export const companyLinkGroups: readonly BoardGroup[] = [
  { title: "Основные операции", links: [link("Новый заказ", "Order/New", "order.create")] },
  {
    title: "Настройки компании",
    links: [
      link("Категории", "Category", "catalogue.view"),
      link("Позиции меню", "Item", "catalogue.view"),
      link("Статусы заказов", "OrderStatus", "order.view"),
      link("Теги", "Tag", "order.view"),
      link("Скидки", "Discount", "order.view"),
      link("Телефоны операторов", "OperatorPhone", "settings.edit"),
      link("Способы оплаты", "PaymentMethod", "order.view"),
      link("Внешние способы оплаты", "PaymentMethodExternal", "settings.edit"),
      link("Дополнительные поля", "CustomField"),
      link("Данные компании", "Edit"),
      link("Роли", "RoleCompany", "role.manage"),
      link("Сотрудники", "Employee", "user.manage"),
      link("Разрешения", "Override", "override.grant"),
    ],
  },
  {
    title: "Склад",
    links: [
      link("Склад", "Stock", "stock.view"),
      link("Товары склада", "StockItem", "catalogue.view"),
      link("Группы товаров", "StockGroup", "catalogue.view"),
      link("Накладные", "PackingList", "stock.view"),
      link("Поставщики", "Supplier", "stock.view"),
    ],
  },
  {
    title: "Печать",
    links: [
      link("Принтеры", "Printer", "print.use"),
      link("Очередь печати", "Printer/Queue", "print.use"),
      link("Сведения о печати", "Printer/PrintInfo", "print.use"),
    ],
  },
  { title: "Магазин", links: [link("Магазин", "Shop"), link("Категории магазина", "Shop/Category")] },
  { title: "Доставка", links: [link("Доставка", "Delivery", "delivery.manage")] },
  { title: "Кухня", links: [link("Кухня", "Kitchen", "kitchen.cook")] },
  { title: "Модули", links: [link("Настройка модулей", "ModuleConfiguration", "settings.edit")] },
  {
    title: "Финансы",
    links: [
      link("Источники финансов", "Finance/Source", "finance.view"),
      link("Движение денег", "Finance/Transaction", "finance.view"),
      link("Доходы и расходы", "Finance/Report", "finance.view"),
      link("Категории операций", "Finance/Category", "finance.view"),
      link("Касса", "Finance/Shift", "shift.use"),
    ],
  },
  {
    title: "Инвентаризация",
    links: [
      link("Группы инвентаризации", "InventoryGroup", "stock.view"),
      link("Обзор инвентаризации", "Inventory/DashBoard", "stock.view"),
      link("Инвентаризации", "Inventory", "stock.view"),
    ],
  },
  { title: "Отчёты", links: [link("Отчёты", "Report", "report.view")] },
];
