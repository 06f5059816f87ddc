/** Number of open orders of each company. It does not depend on the size of the database. */
const OPEN_ORDERS = 12;
/** Number of closed orders of each company that were due yesterday. */
const ORDERS_OF_YESTERDAY = 40;
/** First id of the added companies. */
const FIRST_COMPANY = 1001;
/** Exponent of the power law that the sizes of the companies follow. */
const SIZE_EXPONENT = 0.4;
const MOST_COMPANIES = 1000;
const ORDERS_A_COMPANY = 500;

/** Values that are used both to fill the database and to measure the server. */
export const growth = {
  openOrders: OPEN_ORDERS,
  ordersOfYesterday: ORDERS_OF_YESTERDAY,
  /** Id of the largest company. */
  companyId: FIRST_COMPANY,
  /** Demo user who becomes an administrator of the largest company. */
  userName: "manager",
  /**
   * Tokens of the operator phones of the largest company. A phone may report only 30 new calls a minute, so the
   * measurement needs several phones.
   */
  phoneTokens: Array.from({ length: 9 }, (_, at) => `growth-1-${at + 1}`),
};

/**
 * Returns the number of orders of each company, the largest first, by a power law. Of 1,000 companies, the largest has
 * about 1 % of the orders, and the smallest about 0.06 %. Each company has at least 52 orders and the largest at least
 * `largest`, even if there are then more than `orders` orders.
 */
export const companySizes = (orders, largest = 0) => {
  const count = Math.min(MOST_COMPANIES, Math.max(20, Math.round(orders / ORDERS_A_COMPANY)));
  const weights = Array.from({ length: count }, (_, at) => (at + 1) ** -SIZE_EXPONENT);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const [first, ...others] = weights.map((weight) =>
    Math.max(OPEN_ORDERS + ORDERS_OF_YESTERDAY, Math.round((orders * weight) / total)),
  );
  return [Math.max(first, largest), ...others];
};

/**
 * Returns the SQL that copies rows of company 1 within a table, once for each added company. Only rows that meet the
 * condition `where`, in which the table has the alias `t`, are copied.
 */
const copySql = (table, where = "true") => `
  insert into ${table}
  select (jsonb_populate_record(t, jsonb_build_object('id', 10000 + c.k * 10 + t.id, 'company_id', c.id))).*
  from ${table} t, growth_company c where t.company_id = 1 and ${where}`;

/**
 * SQL that adds the companies of the temporary table `growth_company` with their users, configuration, 60 dishes and 40
 * stock items. In the company with the number `k`, ids of users start at `10000 + k * 5`, ids of dishes and stock items
 * at `200000 + k * 100`, and any other id is `10000 + k * 10` plus the id in company 1.
 */
export const companiesSql = [
  `insert into company (id, name, phone, address, work_time, is_required_feedback)
    select id, 'Компания ' || k, '+7495' || lpad(k::text, 7, '0'), 'ул. Садовая, ' || k, '9:00–22:00', k % 2 = 1 from growth_company`,
  "insert into finance_settings (company_id, version) select id, 0 from growth_company",
  "insert into stock_settings (company_id, version) select id, 0 from growth_company",
  `insert into app_user (id, user_name, alias)
    select 10000 + k * 5 + u, 'growth-' || k || '-' || u, 'Сотрудник ' || u from growth_company, generate_series(0, 4) u`,
  `insert into company_user (company_id, user_id, role_id)
    select id, 10000 + k * 5 + u, (array[1, 3, 3, 4, 6])[u + 1] from growth_company, generate_series(0, 4) u`,
  `insert into company_user (company_id, user_id, role_id)
    select ${FIRST_COMPANY}, id, 1 from app_user where user_name = '${growth.userName}'`,
  copySql("order_status"),
  copySql("finance_source"),
  copySql("finance_category"),
  copySql("discount", "t.detail is null and not t.is_removed"),
  copySql("tag", "not t.is_removed"),
  copySql("printer", "t.spare_id is null"),
  `insert into payment_method (id, company_id, name, finance_source_id, sort, is_cash)
    select 10000 + c.k * 10 + t.id, c.id, t.name, 10000 + c.k * 10 + t.finance_source_id, t.sort, t.is_cash
    from payment_method t, growth_company c where t.company_id = 1`,
  `insert into operator_phone (id, company_id, number, name, color, token_hash, token_hint)
    select 10000 + k * 10 + n, id, '+7495' || lpad((k * 10 + n)::text, 7, '0'), 'Линия ' || n, 'teal',
      translate(encode(sha256(convert_to('growth-' || k || '-' || n, 'UTF8')), 'base64'), '+/=', '-_'), 'wth'
    from growth_company, generate_series(1, case k when 1 then 9 else 2 end) n`,
  `insert into category (id, company_id, name)
    select 10000 + c.k * 10 + t.id, c.id, t.name from category t, growth_company c where t.id between 1 and 8`,
  `insert into item (id, company_id, name, price, default_category_id)
    select 200000 + c.k * 100 + t.id, c.id, t.name, 300 + 10 * (t.id % 40), 10000 + c.k * 10 + 1 + t.id % 8
    from item t, growth_company c where t.id between 1 and 60`,
  "insert into item_category (item_id, category_id) select id, default_category_id from item where id >= 200000",
  `insert into stock_item (id, company_id, title, unit, estimate_cost)
    select 200000 + k * 100 + j, id, 'Продукт ' || j, 'кг', 100 from growth_company, generate_series(1, 40) j`,
  `insert into item_composition (item_id, stock_item_id, count)
    select 200000 + k * 100 + i, 200000 + k * 100 + 1 + (i * 3 + m * 7) % 40, 0.1 * (1 + m)
    from growth_company, generate_series(1, 60) i, generate_series(0, 2) m`,
  `insert into stock_minimum (company_id, stock_item_id, min_count)
    select id, 200000 + k * 100 + j, 5 from growth_company, generate_series(1, 10) j`,
  `insert into kitchen_settings (company_id, send_by, start_status_id, ready_status_id)
    select id, 'time', 10000 + k * 10 + 3, 10000 + k * 10 + 4 from growth_company`,
  `insert into kitchen_station (company_id, name, categories_id, prep_minutes)
    select id, 'Горячий цех', array(select 10000 + k * 10 + c from generate_series(1, 8) c), 20 from growth_company`,
  `insert into delivery_settings (company_id, start_status_id, delivered_status_id)
    select id, 10000 + k * 10 + 5, 10000 + k * 10 + 6 from growth_company`,
];
