import type { Db } from "../database/connection.ts";
import { hashSecret } from "../services/session/tokens.ts";
import { continueIds, insertMany } from "./bulk.ts";

export interface DemoCompany {
  readonly id: number;
  readonly name: string;
  readonly groupId: number | null;
  readonly phone: string;
  readonly address: string;
  readonly workTime: string;
  /** Number of orders of the company on an average day. */
  readonly ordersPerDay: number;
  /** Number of orders that are open when the demo starts. */
  readonly openNow: number;
  /**
   * Ids of the users who take the orders of the company. A user takes more orders if the id of this user occurs several
   * times.
   */
  readonly operators: readonly number[];
}

/** Demo companies. The first two belong to the company group. */
export const demoCompanies: readonly DemoCompany[] = [
  {
    id: 1,
    name: "Пекарня «Колос»",
    groupId: 1,
    phone: "+74951234567",
    address: "ул. Садовая, 1",
    workTime: "9:00–22:00",
    ordersPerDay: 40,
    openNow: 12,
    operators: [4, 4, 4, 3, 2],
  },
  {
    id: 2,
    name: "Суши «Волна»",
    groupId: 1,
    phone: "+74952345678",
    address: "пр. Мира, 15",
    workTime: "11:00–23:00",
    ordersPerDay: 14,
    openNow: 4,
    operators: [1],
  },
  {
    id: 3,
    name: "Кафе «Причал»",
    groupId: null,
    phone: "+78123456789",
    address: "наб. Речная, 7",
    workTime: "10:00–22:00",
    ordersPerDay: 11,
    openNow: 3,
    operators: [9, 9, 8],
  },
];

/**
 * Position of each order status in the list of its company. `demoIdOf` computes the id of a status from the position.
 */
export const demoStatusIds = {
  new: 1,
  confirmed: 2,
  cooking: 3,
  ready: 4,
  delivery: 5,
  delivered: 6,
  canceled: 7,
  awaiting: 8,
  pickup: 9,
} as const;

const PER_COMPANY = 10;

/** Computes the id of a record from the company of the record and the position in the company's list. */
export const demoIdOf = (companyId: number, position: number): number => (companyId - 1) * PER_COMPANY + position;

/** Names of the order statuses, indexed by their position. */
export const statusNames = [
  "",
  "Новый",
  "Подтверждён",
  "Готовится",
  "Готов",
  "В доставке",
  "Доставлен",
  "Отменён",
  "Ждёт онлайн-оплаты",
  "Самовывоз",
] as const;

const status = (position: number, color: string, flags: Readonly<Record<string, boolean>>) => ({
  position,
  color,
  flags,
});

const statuses = [
  status(demoStatusIds.new, "blue", {}),
  status(demoStatusIds.confirmed, "teal", {}),
  status(demoStatusIds.cooking, "orange", { is_add_stock_operation: true }),
  status(demoStatusIds.ready, "olive", { is_add_stock_operation: true, is_editable: false }),
  status(demoStatusIds.delivery, "violet", { is_add_stock_operation: true, is_editable: false }),
  status(demoStatusIds.delivered, "green", { is_add_stock_operation: true, is_editable: false, is_closed: true }),
  status(demoStatusIds.canceled, "red", {
    is_editable: false,
    is_closed: true,
    is_cancel: true,
    is_require_reason: true,
  }),
  status(demoStatusIds.awaiting, "grey", { is_technical: true }),
  status(demoStatusIds.pickup, "brown", { is_removed: true }),
];

const flagNames = {
  is_closed: false,
  is_cancel: false,
  is_add_stock_operation: false,
  is_require_reason: false,
  is_technical: false,
  is_removed: false,
  is_editable: true,
};

const tags = [
  ["Срочно", "red", false],
  ["Самовывоз", "teal", false],
  ["Постоянный клиент", "violet", false],
  ["Позвонить за час", "orange", false],
  ["День рождения", "pink", false],
  ["Акция «Лето»", "yellow", true],
] as const;

/** Ids of the categories and the dish to which the demo discounts apply. */
export interface DiscountTargets {
  readonly pizza: number;
  readonly drinks: number;
  readonly dish: number;
}

/** Id in a discount condition that means every category or every dish. */
const EVERY = -1;

const noTerms = { promo_code: null, min_amount: null, is_once_per_customer: false };

/** Terms of the discount that a new customer gets for a promo code. */
const firstOrderTerms = { promo_code: "ПРИВЕТ15", min_amount: 1000, is_once_per_customer: true };

const discounts = ({ pizza, drinks, dish }: DiscountTargets) => [
  { name: "Постоянный клиент −10 %", type: "%", value: 10, detail: null },
  { name: "Промокод −200 р.", type: "fixed", value: 200, detail: null },
  { name: "Неделя −15 %", type: "%", value: 0, detail: [{ categoryId: pizza, itemId: EVERY, type: "%", value: 15 }] },
  {
    name: "Блюдо дня −50 р.",
    type: "fixed",
    value: 0,
    detail: [{ categoryId: EVERY, itemId: dish, type: "fixed", value: 50 }],
  },
  {
    name: "Счастливые часы",
    type: "%",
    value: 0,
    detail: [
      { categoryId: EVERY, itemId: EVERY, type: "%", value: 5 },
      { categoryId: drinks, itemId: EVERY, type: "%", value: 20 },
      { categoryId: pizza, itemId: dish, type: "fixed", value: 80 },
    ],
  },
  { name: "Сотрудникам −50 %", type: "%", value: 50, detail: null },
  { name: "Новогодняя", type: "%", value: 12, detail: null, is_removed: true },
  { name: "Первый заказ −15 %", type: "%", value: 15, detail: null, ...firstOrderTerms },
];

/** Positions of the payment methods in the list of their company. */
export const demoMethodIds = { cash: 1, card: 2, sandbox: 3, yookassa: 4 } as const;

const methodRows = (companyId: number) => [
  {
    id: demoIdOf(companyId, demoMethodIds.cash),
    name: "Наличные",
    finance_source_id: demoIdOf(companyId, 1),
    external_payment_method_id: null,
    sort: 1,
    is_cash: true,
  },
  {
    id: demoIdOf(companyId, demoMethodIds.card),
    name: "Карта при получении",
    finance_source_id: demoIdOf(companyId, 2),
    external_payment_method_id: null,
    sort: 2,
    is_cash: false,
  },
  {
    id: demoIdOf(companyId, demoMethodIds.sandbox),
    name: "Онлайн (учебный платёж)",
    finance_source_id: demoIdOf(companyId, 2),
    external_payment_method_id: demoIdOf(companyId, 1),
    sort: 3,
    is_cash: false,
  },
  {
    id: demoIdOf(companyId, demoMethodIds.yookassa),
    name: "ЮKassa",
    finance_source_id: demoIdOf(companyId, 2),
    external_payment_method_id: demoIdOf(companyId, 2),
    sort: 4,
    is_cash: false,
  },
];

const phones = [
  ["Приём заказов", "teal"],
  ["Доставка", "violet"],
] as const;

/**
 * Returns the table row of an operator phone. The call tracker of the phone signs in with the token
 * `demo-tracker-<id>`.
 */
const phoneRow = (id: number, companyId: number, name: string, color: string) => ({
  id,
  company_id: companyId,
  number: `+7495200${String(id).padStart(4, "0")}`,
  name,
  color,
  token_hash: hashSecret(`demo-tracker-${id}`),
  token_hint: `er-${id}`.slice(-4),
  is_removed: false,
  version: 1,
});

const rowsOf = (companyId: number, targets: DiscountTargets) => ({
  order_status: statuses.map(({ position, color, flags }) => ({
    ...flagNames,
    ...flags,
    id: demoIdOf(companyId, position),
    company_id: companyId,
    name: statusNames[position],
    color,
    sort: position,
    custom_field: {},
  })),
  tag: tags.map(([name, color, is_removed], index) => ({
    id: demoIdOf(companyId, index + 1),
    company_id: companyId,
    name,
    color,
    sort: index + 1,
    is_removed,
  })),
  discount: discounts(targets).map((one, index) => ({
    is_removed: false,
    ...noTerms,
    ...one,
    id: demoIdOf(companyId, index + 1),
    company_id: companyId,
    sort: index + 1,
  })),
  finance_source: ["Касса", "Расчётный счёт"].map((name, index) => ({
    id: demoIdOf(companyId, index + 1),
    company_id: companyId,
    name,
    kind: index === 0 ? "cash" : "bank",
  })),
  external_payment_method: [
    ["Учебный платёж", "sandbox"],
    ["ЮKassa", "yookassa"],
  ].map(([name, provider], index) => ({
    id: demoIdOf(companyId, index + 1),
    company_id: companyId,
    name,
    provider,
    settings: {},
  })),
  payment_method: methodRows(companyId).map((row) => ({ ...row, company_id: companyId, is_removed: false })),
  operator_phone: phones.map(([name, color], index) =>
    phoneRow(demoIdOf(companyId, index + 1), companyId, name, color),
  ),
});

const TABLES = [
  "order_status",
  "tag",
  "discount",
  "finance_source",
  "external_payment_method",
  "payment_method",
  "operator_phone",
] as const;

const customFields = [
  {
    company_group_id: 1,
    type: "item",
    name: "spicy",
    title: "Острота",
    kind: "list",
    options: ["нет", "слабая", "сильная"],
  },
  { company_group_id: 1, type: "category", name: "seasonal", title: "Сезонная", kind: "bool", options: [] },
  { company_id: 1, type: "orderStatus", name: "hint", title: "Что сказать клиенту", kind: "text", options: [] },
].map((field, index) => ({ company_id: null, company_group_id: null, ...field, id: index + 1, version: 1 }));

/** Adds the demo companies and the company group. */
export const fillCompanies = async (tx: Db): Promise<void> => {
  await insertMany(tx, "company_group", [{ id: 1, name: "Вкусный город" }]);
  await continueIds(tx, "company_group");
  const rows = demoCompanies.map(({ id, name, groupId, phone, address, workTime }) => ({
    id,
    name,
    phone,
    address,
    work_time: workTime,
    web_site: null,
    company_group_id: groupId,
    is_active: true,
    is_required_feedback: id === 1,
    time_zone: "Europe/Moscow",
    day_start: "00:00",
    // Company 3 is a small café that does not use all modules.
    modules_off: id === 3 ? ["stopList", "suppliers", "cashShift", "shop", "feedback"] : [],
  }));
  await insertMany(tx, "company", rows);
  await continueIds(tx, "company");
};

/**
 * Adds custom fields. Also adds statuses, tags, discounts, finance sources, payment methods and phones to each company.
 */
export const fillConfiguration = async (tx: Db, targetsOf: (companyId: number) => DiscountTargets): Promise<void> => {
  const all = demoCompanies.map(({ id }) => rowsOf(id, targetsOf(id)));
  for (const table of TABLES) {
    await insertMany(
      tx,
      table,
      all.flatMap((rows): readonly Record<string, unknown>[] => rows[table]),
    );
    await continueIds(tx, table);
  }
  await insertMany(tx, "custom_field", customFields);
  await continueIds(tx, "custom_field");
};
