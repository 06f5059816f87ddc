import type { ConfigKindName } from "#domain/configKinds.ts";

/** Kind of record to which a field refers by id. */
export type Referenced =
  | "orderStatus"
  | "category"
  | "item"
  | "stockItem"
  | "paymentMethod"
  | "externalPaymentMethod"
  | "financeSource"
  | "printer"
  | "role"
  | "company"
  | "companyGroup";

/**
 * Type of a recorded value. It determines the text that the audit log shows. The less obvious types:
 * - `picture`: the log shows only whether there is a picture,
 * - `secret`: a value that the log never shows,
 * - `texts`: a list of texts,
 * - `points`: a border, shown as its number of points,
 * - `discountValue`: an amount in the unit of the discount, roubles or percent,
 * - `conditions`, `composition`, `modifiers`, `packs` and `shopCategories`: a list of objects,
 * - `ref` and `refs`: the id of a record, or a list of ids, with the kind of the records,
 * - `choice` and `choices`: one value, or a list of values, with the Russian texts of the values.
 */
export type ConfigFieldType =
  | "text"
  | "flag"
  | "number"
  | "money"
  | "minutes"
  | "weekdays"
  | "day"
  | "phone"
  | "colour"
  | "picture"
  | "secret"
  | "texts"
  | "points"
  | "discountValue"
  | "conditions"
  | "composition"
  | "modifiers"
  | "packs"
  | "shopCategories"
  | "modules"
  | { readonly ref: Referenced }
  | { readonly refs: Referenced }
  | { readonly choice: Readonly<Record<string, string>> }
  | { readonly choices: Readonly<Record<string, string>> };

/** Russian label and type of a field. */
export type ConfigField = readonly [label: string, type: ConfigFieldType];

const name: ConfigField = ["Название", "text"];
const color: ConfigField = ["Цвет", "colour"];
const status = (label: string): ConfigField => [label, { ref: "orderStatus" }];
const units: ConfigField = ["Единица", { choice: { "%": "проценты", fixed: "рубли" } }];

/**
 * Recorded fields of each kind, named after the columns. The names of custom fields, permissions and module settings
 * come from the data, so `describeChange.ts` labels these fields.
 */
export const configFields: Readonly<Record<ConfigKindName, Readonly<Record<string, ConfigField>>>> = {
  company: {
    name,
    logo_file_id: ["Логотип", "picture"],
    phone: ["Телефон", "phone"],
    address: ["Адрес", "text"],
    web_site: ["Сайт", "text"],
    work_time: ["Часы работы", "text"],
    is_required_feedback: ["Ссылка на отзыв в предчеке", "flag"],
    is_active: ["Активна", "flag"],
    time_zone: ["Часовой пояс", "text"],
    day_start: ["Начало дня", "text"],
    lead_minutes: ["Срок заказа «сейчас»", "minutes"],
    modules_off: ["Выключенные модули", "modules"],
    company_group_id: ["Группа компаний", { ref: "companyGroup" }],
  },
  companyUser: { role_id: ["Роль", { ref: "role" }] },
  companyInvitation: {
    user_name: ["Имя для входа", "text"],
    alias: ["Имя", "text"],
    role_id: ["Роль", { ref: "role" }],
    secret_hash: ["Ссылка", "secret"],
  },
  overridePin: { pin_hash: ["Код", "secret"] },
  account: {
    user_name: ["Имя для входа", "text"],
    alias: ["Имя", "text"],
    password_hash: ["Пароль", "secret"],
    roles: ["Права в системе", { choice: { User: "пользователь", Admin: "администратор" } }],
    is_active: ["Действует", "flag"],
    can_create_company: ["Создаёт компании", "flag"],
  },
  role: { name, is_public: ["Общая для компаний", "flag"] },
  category: {
    name,
    parent_id: ["Родительская категория", { ref: "category" }],
    image_file_id: ["Картинка", "picture"],
    is_active: ["Активна", "flag"],
  },
  item: {
    name,
    price: ["Цена", "money"],
    categories: ["Категории", { refs: "category" }],
    default_category_id: ["Основная категория", { ref: "category" }],
    vendor_code: ["Артикул", "text"],
    internal_info: ["Информация для повара", "text"],
    prep_minutes: ["Время приготовления", "minutes"],
    is_active: ["Активна", "flag"],
    image_file_id: ["Картинка", "picture"],
    composition: ["Состав", "composition"],
    modificators: ["Модификаторы", "modifiers"],
  },
  customField: {
    title: name,
    name: ["Имя для обмена", "text"],
    type: ["Где", { choice: { category: "категории", item: "позиции меню", orderStatus: "статусы заказов" } }],
    kind: ["Вид", { choice: { text: "текст", number: "число", bool: "да или нет", list: "список" } }],
    options: ["Значения списка", "texts"],
  },
  orderStatus: {
    name,
    color,
    is_editable: ["Можно изменять", "flag"],
    is_closed: ["Закрывает заказ", "flag"],
    is_cancel: ["Отменяет заказ", "flag"],
    is_add_stock_operation: ["Списывает со склада", "flag"],
    is_require_reason: ["Нужна причина", "flag"],
    is_technical: ["Служебный", "flag"],
  },
  tag: { name, color },
  discount: {
    name,
    type: units,
    value: ["Размер", "discountValue"],
    detail: ["Условия", "conditions"],
    weekdays: ["Дни недели", "weekdays"],
    start_time: ["Часы с", "text"],
    end_time: ["Часы до", "text"],
    start_date: ["Первый день", "day"],
    end_date: ["Последний день", "day"],
    min_amount: ["Сумма заказа от", "money"],
    promo_code: ["Промокод", "text"],
    max_uses: ["Всего заказов со скидкой", "number"],
    is_once_per_customer: ["Один раз на клиента", "flag"],
  },
  paymentMethod: {
    name,
    finance_source_id: ["Источник финансов", { ref: "financeSource" }],
    external_payment_method_id: ["Внешний способ оплаты", { ref: "externalPaymentMethod" }],
    is_cash: ["Наличные", "flag"],
  },
  externalPaymentMethod: {
    name,
    provider: ["Платёжная система", { choice: { sandbox: "учебный платёж", yookassa: "ЮKassa" } }],
    "settings.shopId": ["Магазин", "text"],
    "settings.isSbp": ["Только СБП", "flag"],
    "settings.secretKey": ["Секретный ключ", "secret"],
  },
  operatorPhone: {
    number: ["Номер", "phone"],
    name,
    color,
    token_hash: ["Токен", "secret"],
    link_code_hash: ["Ссылка для телефона", "secret"],
    tracker_token_hash: ["Подключение телефона", "secret"],
  },
  printer: {
    name,
    kinds: [
      "Что печатать",
      { choices: { preBill: "предчеки", kitchen: "заказы на кухню", usedStockItems: "позиции склада" } },
    ],
    paper: ["Бумага", { choice: { "58": "лента 58 мм", "80": "лента 80 мм", A4: "лист A4" } }],
    category_ids: ["Категории", { refs: "category" }],
    spare_id: ["Запасной принтер", { ref: "printer" }],
  },
  printInfo: {
    header: ["Шапка", "text"],
    footer: ["Подвал", "text"],
    feedback_url: ["Ссылка на отзыв", "text"],
  },
  kitchenStation: {
    name,
    categories_id: ["Категории", { refs: "category" }],
    prep_minutes: ["Время на блюдо", "minutes"],
    is_expo: ["Собирает заказы", "flag"],
  },
  kitchenSettings: {
    send_by: [
      "Заказ попадает на кухню",
      { choice: { time: "сразу", status: "когда получит статус", button: "по кнопке «На кухню»" } },
    ],
    send_status_id: status("Статус, с которым заказ попадает на кухню"),
    start_status_id: status("Начали первое блюдо"),
    ready_status_id: status("Готово последнее блюдо"),
  },
  deliveryZone: {
    name,
    price: ["Цена доставки", "money"],
    free_from: ["Бесплатно от", "money"],
    min_amount: ["Везём от", "money"],
    minutes: ["Время в пути", "minutes"],
    priority: ["Приоритет", "number"],
    polygon: ["Граница", "points"],
    streets: ["Улицы", "texts"],
  },
  deliverySettings: {
    start_status_id: status("Курьер выехал"),
    delivered_status_id: status("Заказ доставлен"),
  },
  shop: {
    slug: ["Адрес", "text"],
    is_paused: ["Приём заказов остановлен", "flag"],
    opens_at: ["Открывается", "text"],
    closes_at: ["Закрывается", "text"],
    status_id: status("Статус нового заказа"),
    payment_methods: ["Способы оплаты", { refs: "paymentMethod" }],
    categories: ["Категории", "shopCategories"],
  },
  module: {},
  financeSource: {
    name,
    kind: ["Вид", { choice: { cash: "касса", bank: "банк", acquiring: "эквайринг", courier: "у курьера" } }],
    opening: ["Начальный остаток", "money"],
  },
  financeCategory: { name, direction: ["Направление", { choice: { income: "приход", expense: "расход" } }] },
  financeSettings: {
    require_shift: ["Наличные только в открытую смену", "flag"],
    closed_until: ["Период закрыт по", "day"],
  },
  supplier: { name, description: ["Описание", "text"], is_active: ["Активен", "flag"] },
  stockItem: {
    title: name,
    unit: ["Единица измерения", "text"],
    group_name: ["Группа", "text"],
    estimate_cost: ["Себестоимость", "money"],
    parts: ["Состав", "composition"],
    packs: ["Упаковки", "packs"],
  },
  itemPrice: { price: ["Цена в компании", "money"] },
  stockMinimum: { min_count: ["Минимум", "number"], order_up_to: ["Заказывать до", "number"] },
  stockSettings: {
    closed_until: ["Период закрыт по", "day"],
    vat_in_cost: ["НДС в себестоимости", "flag"],
  },
  inventoryGroup: {
    name,
    every_days: ["Раз в сколько дней", "number"],
    is_blind: ["Слепой пересчёт", "flag"],
    stock_items: ["Товары", { refs: "stockItem" }],
  },
  companyGroup: { name, companies: ["Компании", { refs: "company" }] },
};
