/** Kind of a record in the audit log of the configuration. */
export interface ConfigKind {
  /** Russian name of one record, for example "Скидка". */
  readonly title: string;
  /** Russian name of all records of the kind, for the filter. */
  readonly plural: string;
  /** Ending of the participles "создан", "изменён" and "удалён". */
  readonly ending: "" | "а" | "о" | "ы";
  /** Permission that a user needs to see the entries of the kind. `admin` stands for global administrators. */
  readonly needs: string;
  /** Path of the form of a record, relative to the company's path. `:id` stands for the id. */
  readonly form?: string;
}

/** Kinds of records in the audit log, in the sequence in which the filter shows them. */
export const configKinds = {
  company: {
    title: "Компания",
    plural: "Данные компании",
    ending: "а",
    needs: "company.edit",
    form: "Edit",
  },
  companyUser: {
    title: "Сотрудник",
    plural: "Сотрудники",
    ending: "",
    needs: "user.manage",
    form: "Employee/:id/Edit",
  },
  companyInvitation: { title: "Приглашение", plural: "Приглашения", ending: "о", needs: "user.manage" },
  overridePin: { title: "ПИН-код менеджера", plural: "ПИН-коды менеджеров", ending: "", needs: "user.manage" },
  account: { title: "Учётная запись", plural: "Учётные записи", ending: "а", needs: "user.manage" },
  role: { title: "Роль", plural: "Роли", ending: "а", needs: "role.manage", form: "RoleCompany/:id/Edit" },
  category: {
    title: "Категория",
    plural: "Категории",
    ending: "а",
    needs: "catalogue.view",
    form: "Category/:id/Edit",
  },
  item: { title: "Позиция меню", plural: "Позиции меню", ending: "а", needs: "catalogue.view", form: "Item/:id/Edit" },
  itemPrice: {
    title: "Цена в компании",
    plural: "Цены общих позиций",
    ending: "а",
    needs: "catalogue.view",
  },
  customField: {
    title: "Дополнительное поле",
    plural: "Дополнительные поля",
    ending: "о",
    needs: "settings.edit",
    form: "CustomField/:id/Edit",
  },
  orderStatus: {
    title: "Статус заказа",
    plural: "Статусы заказов",
    ending: "",
    needs: "settings.edit",
    form: "OrderStatus/:id/Edit",
  },
  tag: { title: "Тег", plural: "Теги", ending: "", needs: "settings.edit", form: "Tag/:id/Edit" },
  discount: { title: "Скидка", plural: "Скидки", ending: "а", needs: "settings.edit", form: "Discount/:id/Edit" },
  paymentMethod: {
    title: "Способ оплаты",
    plural: "Способы оплаты",
    ending: "",
    needs: "settings.edit",
    form: "PaymentMethod/:id/Edit",
  },
  externalPaymentMethod: {
    title: "Внешний способ оплаты",
    plural: "Внешние способы оплаты",
    ending: "",
    needs: "settings.edit",
    form: "PaymentMethodExternal/:id/Edit",
  },
  operatorPhone: {
    title: "Телефон оператора",
    plural: "Телефоны операторов",
    ending: "",
    needs: "settings.edit",
    form: "OperatorPhone/:id/Edit",
  },
  printer: { title: "Принтер", plural: "Принтеры", ending: "", needs: "settings.edit", form: "Printer/:id/Edit" },
  printInfo: {
    title: "Сведения о печати",
    plural: "Сведения о печати",
    ending: "ы",
    needs: "settings.edit",
    form: "Printer/PrintInfo",
  },
  kitchenStation: {
    title: "Станция кухни",
    plural: "Станции кухни",
    ending: "а",
    needs: "settings.edit",
    form: "Kitchen/Station/:id/Edit",
  },
  kitchenSettings: {
    title: "Настройки кухни",
    plural: "Настройки кухни",
    ending: "ы",
    needs: "settings.edit",
    form: "Kitchen/Settings",
  },
  deliveryZone: {
    title: "Зона доставки",
    plural: "Зоны доставки",
    ending: "а",
    needs: "settings.edit",
    form: "Delivery/Zone/:id/Edit",
  },
  deliverySettings: {
    title: "Настройки доставки",
    plural: "Настройки доставки",
    ending: "ы",
    needs: "settings.edit",
    form: "Delivery/Settings",
  },
  shop: { title: "Магазин", plural: "Магазин", ending: "", needs: "company.edit", form: "Shop" },
  module: { title: "Модуль", plural: "Настройки модулей", ending: "", needs: "company.edit" },
  financeSource: {
    title: "Источник финансов",
    plural: "Источники финансов",
    ending: "",
    needs: "finance.view",
    form: "Finance/Source/:id/Edit",
  },
  financeCategory: {
    title: "Категория операций",
    plural: "Категории операций",
    ending: "а",
    needs: "finance.view",
    form: "Finance/Category/:id/Edit",
  },
  financeSettings: {
    title: "Настройки финансов",
    plural: "Настройки финансов",
    ending: "ы",
    needs: "finance.view",
    form: "Finance/Settings",
  },
  supplier: { title: "Поставщик", plural: "Поставщики", ending: "", needs: "stock.view", form: "Supplier/:id/Edit" },
  stockItem: {
    title: "Товар склада",
    plural: "Товары склада",
    ending: "",
    needs: "stock.view",
    form: "StockItem/:id/Edit",
  },
  stockMinimum: { title: "Минимум товара", plural: "Минимумы товаров", ending: "", needs: "stock.view" },
  stockSettings: { title: "Настройки склада", plural: "Настройки склада", ending: "ы", needs: "stock.view" },
  inventoryGroup: {
    title: "Группа инвентаризации",
    plural: "Группы инвентаризации",
    ending: "а",
    needs: "stock.view",
    form: "InventoryGroup/:id/Edit",
  },
  companyGroup: { title: "Группа компаний", plural: "Группы компаний", ending: "а", needs: "admin" },
} as const satisfies Readonly<Record<string, ConfigKind>>;

/** Name of a kind of records. */
export type ConfigKindName = keyof typeof configKinds;

/** Names of all kinds, in the sequence in which the filter shows them. */
export const configKindNames = Object.keys(configKinds) as readonly ConfigKindName[];

/** Kinds with records that belong to no company. Administrators read the changes of these records in the admin area. */
export const systemKindNames = [
  "account",
  "role",
  "companyGroup",
  "overridePin",
] as const satisfies readonly ConfigKindName[];
