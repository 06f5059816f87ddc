import type { Schemas } from "#api/client.ts";

type ModuleName = Schemas["ModuleName"];

/**
 * Link to a management screen of a company, hidden while its `module` is off. `path` is relative to the company's path,
 * `needs` is the required permission.
 */
export interface CompanyLink {
  readonly title: string;
  readonly path: string;
  readonly needs?: string;
  readonly module?: ModuleName;
}

/** Titled group of links to management screens. */
export interface BoardGroup {
  readonly title: string;
  readonly links: readonly CompanyLink[];
}

const link = (title: string, path: string, needs?: string, module?: ModuleName): CompanyLink => ({
  title,
  path,
  ...(needs && { needs }),
  ...(module && { module }),
});

/** Links to the management screens of a company, in the documented groups and order (platform, section 2). */
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
      link("Телефоны операторов", "OperatorPhone", "settings.edit", "calls"),
      link("Способы оплаты", "PaymentMethod", "order.view"),
      link("Внешние способы оплаты", "PaymentMethodExternal", "settings.edit", "externalPayment"),
      link("Дополнительные поля", "CustomField"),
      link("Данные компании", "Edit"),
      link("Роли", "RoleCompany", "role.manage"),
      link("Сотрудники", "Employee", "user.manage"),
      link("Разрешения", "Override", "override.grant", "overrides"),
    ],
  },
  {
    title: "Склад",
    links: [
      link("Склад", "Stock", "stock.view", "stock"),
      link("Что заказать", "Stock/ToOrder", "stock.view", "stock"),
      link("Товары склада", "StockItem", "catalogue.view"),
      link("Группы товаров", "StockGroup", "catalogue.view"),
      link("Накладные", "PackingList", "stock.view", "suppliers"),
      link("Списания и приготовления", "StockAct", "stock.view", "stock"),
      link("Перемещения", "TransferList", "stock.view", "stock"),
      link("Поставщики", "Supplier", "stock.view", "suppliers"),
    ],
  },
  {
    title: "Печать",
    links: [
      link("Принтеры", "Printer", "print.use", "printing"),
      link("Очередь печати", "Printer/Queue", "print.use", "printing"),
      link("Сведения о печати", "Printer/PrintInfo", "print.use", "printing"),
    ],
  },
  {
    title: "Магазин",
    links: [
      link("Магазин", "Shop", "company.edit", "shop"),
      link("Категории магазина", "Shop/Category", "company.edit", "shop"),
    ],
  },
  { title: "Доставка", links: [link("Доставка", "Delivery", "delivery.manage", "delivery")] },
  {
    title: "Кухня",
    links: [
      link("Кухня", "Kitchen", "kitchen.cook", "kitchen"),
      link("Стоп-лист", "Kitchen/Stop", "kitchen.cook", "stopList"),
    ],
  },
  { title: "Модули", links: [link("Настройка модулей", "ModuleConfiguration", "company.edit")] },
  {
    title: "Финансы",
    links: [
      link("Источники финансов", "Finance/Source", "finance.view", "finance"),
      link("Движение денег", "Finance/Transaction", "finance.view", "finance"),
      link("Доходы и расходы", "Finance/Report", "finance.view", "finance"),
      link("Категории операций", "Finance/Category", "finance.view", "finance"),
      link("Касса", "Finance/Shift", "shift.use", "cashShift"),
    ],
  },
  {
    title: "Инвентаризация",
    links: [
      link("Группы инвентаризации", "InventoryGroup", "stock.view", "stock"),
      link("Обзор инвентаризации", "Inventory/DashBoard", "stock.view", "stock"),
      link("Инвентаризации", "Inventory", "stock.view", "stock"),
    ],
  },
  { title: "Отчёты", links: [link("Отчёты", "Report", "report.view")] },
];
