import { growth } from "./companies.mjs";

const { openOrders: OPEN, ordersOfYesterday: YESTERDAY } = growth;

/** SQL for the list of the dishes of order `o`: number `i` of the dish, position `p` and count. */
const dishesSql = `(select p, 1 + (o.id * 7 + p * 13) % 60 as i, 1 + (o.id + p) % 2 as count from generate_series(1, 1 + o.id % 4) p)`;

const isDeliverySql = "o.id % 10 < 7";
const streetSql =
  "'ул. ' || (array['Садовая', 'Мира', 'Речная', 'Есенина', 'Новая', 'Лесная', 'Школьная'])[1 + o.customer_id % 7]";
const houseSql = "(1 + o.customer_id % 90)::text";

/**
 * SQL that creates the temporary table `growth_order`: the orders of three years (of one year for the largest company),
 * sorted by date, with ids from 1,000,001. Each company has 12 open orders around now and 40 orders yesterday, so that
 * a list of one day is equally long in a database of any size.
 */
const draftSql = [
  `create temporary table growth_draft as
    select c.k, c.id as company_id, n, case
        when n <= ${OPEN} then now() + (n - ${OPEN / 2}) * interval '7 minutes'
        when n <= ${OPEN + YESTERDAY} then (((now() at time zone 'Europe/Moscow')::date - 1) + interval '10 hours'
          + (n - ${OPEN}) * interval '15 minutes') at time zone 'Europe/Moscow'
        else now() - interval '2 days' - (n - ${OPEN + YESTERDAY})::float8 / (c.orders - ${OPEN + YESTERDAY})
          * case c.k when 1 then interval '363 days' else interval '1090 days' end
      end::timestamptz(3) as at,
      1000000 + c.customer_base + 1 + (n::bigint * 7919 % c.customers)::int as customer_id
    from growth_company c, generate_series(1, c.orders) n`,
  `create temporary table growth_order as
    select (1000000 + row_number() over (order by at, k))::int as id, k, company_id, n, at, customer_id,
      (at at time zone 'Europe/Moscow')::date as day,
      row_number() over (partition by k, (at at time zone 'Europe/Moscow')::date order by at, n)::int as internal_id,
      case when n <= ${OPEN} then 'open' when n > ${OPEN + YESTERDAY} and n % 20 = 0 then 'cancelled' else 'closed' end as state
    from growth_draft order by 1`,
  "drop table growth_draft",
  "analyze growth_order",
];

/** SQL that adds the orders of `growth_order` with their dependent rows. */
const rowsSql = [
  `insert into orders (id, company_id, day, internal_id, version, date, creation_date, status_id, is_open, customer_id, phone, note,
      delivery_address, delivery_address_building, delivery_address_apartment_number, persons, tags, discount_id, discount_name,
      discount_amount, amount, cost, operator_id, operator_phone_call_id, status_reason, status_employee_id, kitchen_sent_at)
    select o.id, company_id, day, internal_id, 5, at, at - interval '50 minutes',
      10000 + k * 10 + case state when 'open' then 1 + o.id % 5 when 'closed' then 6 else 7 end, state = 'open', customer_id,
      '+79' || lpad((customer_id * 7919::bigint % 1000000000)::text, 9, '0'),
      case when o.id % 8 = 0 then 'Позвонить за 10 минут' end,
      case when ${isDeliverySql} then ${streetSql} end, case when ${isDeliverySql} then ${houseSql} end,
      case when ${isDeliverySql} then (1 + customer_id % 180)::text end, 1 + o.id % 4,
      case when o.id % 6 = 0 then array[10000 + k * 10 + 1 + o.id % 5] else '{}' end,
      case when o.id % 9 = 0 then 10000 + k * 10 + 1 end, case when o.id % 9 = 0 then 'Постоянный клиент −10 %' end,
      case when o.id % 9 = 0 then 0.1 else 0 end * d.sum, case when o.id % 9 = 0 then 0.9 else 1 end * d.sum, 0.3 * d.sum,
      10000 + k * 5 + 1 + o.id % 2, case when o.id % 2 = 0 then o.id end,
      case when state = 'cancelled' then 'Причина ' || o.id % 30 end, 10000 + k * 5 + 1 + o.id % 2, at - interval '45 minutes'
    from growth_order o, lateral (select sum((300 + 10 * (i % 40)) * count) as sum from ${dishesSql} d) d`,
  `insert into order_line (id, order_id, position, item_id, category_id, category_name, name, price, count, amount, discount_value, cost,
      note, modificators, company_id, date)
    select 1000000 + (o.id - 1000000) * 4 + p, o.id, p, 200000 + k * 100 + i, 10000 + k * 10 + 1 + i % 8, 'Горячее', 'Блюдо номер ' || i,
      300 + 10 * (i % 40), count, (300 + 10 * (i % 40)) * count, case when o.id % 9 = 0 then 0.1 else 0 end * (300 + 10 * (i % 40)) * count,
      90 + 3 * (i % 40), case when o.id % 15 = 0 then 'без лука' end,
      case when p = 1 and o.id % 5 = 0 then '[{"id": 1, "cost": 24.6, "name": "Сырный", "count": 1, "price": 0, "amount": 0, "portion": 1, "modificatorId": 58}]'::jsonb
        else '[]' end, company_id, at
    from growth_order o, lateral ${dishesSql} d`,
  `insert into order_history (id, order_id, company_id, type_element, type, date, employee_id, new_name)
    select 1000000 + (o.id - 1000000) * 6 + j, o.id, company_id, (array['Order', 'Status', 'Status', 'Status', 'Status', 'Payment'])[j],
      case when j in (1, 6) then 'Add' else 'Update' end, at - (60 - j * 10) * interval '1 minute', 10000 + k * 5 + 1 + o.id % 2,
      (array['Заказ на 1 240,00 р.', 'Подтверждён', 'Готовится', 'Готов', 'В доставке', 'Наличные, 1 240,00 р.'])[j]
    from growth_order o, generate_series(1, 6) j where state = 'closed' or j < 3`,
  `insert into kitchen_line (order_line_id, order_id, company_id, category_id, known, state, started_at, ready_at, cook_id, closed_at)
    select 1000000 + (o.id - 1000000) * 4 + p, o.id, company_id, 10000 + k * 10 + 1 + i % 8,
      jsonb_build_object('name', 'Блюдо номер ' || i, 'note', null, 'count', count, 'modificators', '[]'::jsonb),
      case state when 'open' then 'new' else 'ready' end, case when state <> 'open' then at - interval '40 minutes' end,
      case when state <> 'open' then at - interval '20 minutes' end, null, case when state <> 'open' then at end
    from growth_order o, lateral ${dishesSql} d`,
  // The server keeps print jobs for 180 days.
  `insert into print_job (id, company_id, order_id, kind, status, created_at, taken_at, finished_at, printer_id, queued_at, generation, printed_number, ticket)
    select id, company_id, id, 'kitchen', 'printed', at - interval '45 minutes', at - interval '45 minutes', at - interval '44 minutes',
      10000 + k * 10 + 2, at - interval '45 minutes', 1, internal_id,
      jsonb_build_object('lines', (select jsonb_agg(jsonb_build_object('name', 'Блюдо номер ' || i, 'count', count, 'note', null)) from ${dishesSql} d))
    from growth_order o where at > now() - interval '180 days'`,
  `insert into payment (id, company_id, order_id, payment_method_id, amount, creation_date, completed_date, status, operator_id,
      refunded_date, refunded_amount)
    select g.id, g.company_id, g.id, 10000 + k * 10 + 1 + g.id % 4, o.amount, at, at, case when g.id % 40 = 1 then 'rejected' else 'completed' end,
      10000 + k * 5 + 3, case when g.id % 40 = 1 then at + interval '1 hour' end, case when g.id % 40 = 1 then o.amount else 0 end
    from growth_order g join orders o on o.id = g.id where state = 'closed'`,
  `insert into payment_refund (id, company_id, order_id, payment_id, payment_method_id, amount, reason, user_id, state, creation_date, completed_date)
    select id, company_id, order_id, id, payment_method_id, amount, 'Привезли холодным', operator_id, 'completed', refunded_date, refunded_date
    from payment where id > 1000000 and status = 'rejected'`,
  `insert into finance_transaction (id, company_id, date, kind, source_id, amount, payment_id, user_id, creation_date)
    select id * 2 - 1000000, company_id, completed_date, 'income', (select finance_source_id from payment_method m where m.id = payment_method_id),
      amount, id, operator_id, completed_date
    from payment where id > 1000000`,
  `insert into finance_transaction (id, company_id, date, kind, source_id, amount, payment_id, refund_id, user_id, creation_date)
    select id * 2 - 999999, company_id, completed_date, 'expense', (select finance_source_id from payment_method m where m.id = payment_method_id),
      amount, payment_id, id, user_id, completed_date
    from payment_refund where id > 1000000`,
  `insert into operator_phone_call (id, company_id, operator_phone_id, number, start_ring, call, end_call, end_ring, tracker_call_id, reported_at)
    select id, company_id, 10000 + k * 10 + 1 + n % 2, '+79' || lpad((customer_id * 7919::bigint % 1000000000)::text, 9, '0'),
      at - interval '55 minutes', case when id % 2 = 0 then at - interval '54 minutes' end, case when id % 2 = 0 then at - interval '51 minutes' end,
      at - interval '54 minutes', 'call-' || id, at - interval '55 minutes'
    from growth_order where id % 4 <> 3`,
  `insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_reserved, order_id, operator_id, taken_at)
    select company_id, 200000 + k * 100 + u.j, '-', u.count, 100 * u.count, at, state = 'closed', state = 'open', o.id, 10000 + k * 5 + 1,
      at - interval '30 minutes'
    from growth_order o, lateral (select 1 + (i * 3 + m * 7) % 40 as j, sum(count * 0.1 * (1 + m)) as count
      from ${dishesSql} d, generate_series(0, 2) m group by 1) u
    where state = 'closed' or state = 'open' and o.id % 5 >= 2`,
  // The server deletes feedback links 7 days after their expiry. This statement has no such limit, so the table has
  // more rows than on a real server.
  `insert into feedback_link (order_id, company_id, token, expires_at)
    select id, company_id, md5(id::text || 'growth'), at + interval '30 days' from growth_order where k % 2 = 1`,
  `insert into guest_review (company_id, order_id, food, delivery, service, text, is_call_back, created_at, changed_at)
    select company_id, id, 5, 4, 5, 'Всё вкусно, спасибо!', false, at + interval '3 hours', at + interval '3 hours'
    from growth_order where id % 20 = 3 and state = 'closed'`,
  `insert into delivery_trip (id, company_id, courier_id, number, day, state, created_at, started_at, closed_at)
    select min(id), company_id, 10000 + k * 5 + 4, n / 8, min(day), 'closed', min(at), min(at), max(at)
    from growth_order o where state = 'closed' and ${isDeliverySql} group by company_id, k, n / 8`,
  `insert into delivery_stop (company_id, trip_id, order_id, position, state, at, received_at)
    select company_id, min(id) over trip, id, row_number() over trip, 'delivered', at, at
    from growth_order o where state = 'closed' and ${isDeliverySql} window trip as (partition by company_id, n / 8 order by id)`,
  `insert into order_day (company_id, day, last_internal_id)
    select company_id, day, max(internal_id) from growth_order group by 1, 2`,
  "insert into late_notice (order_id, company_id, due) select id, company_id, at from growth_order where state = 'open'",
  // The server keeps idempotency keys for a week, so only orders of the last week get keys.
  `insert into idempotency_key (user_id, key, company_id, operation, request_hash, answer, is_done, touched_at)
    select 10000 + k * 5 + 1 + id % 2, md5(id::text || j), company_id, 'createOrder', md5(j || id::text), repeat(md5(id::text), 30), true, at
    from growth_order, generate_series(1, 2) j where at > now() - interval '7 days'`,
  // The server keeps events for an hour, so all events are of the last hour.
  `insert into event (at, company_id, topic, entity_id, version)
    select now() - (id * 5 + j) % 3600 * interval '1 second', company_id, (array['order', 'kitchen', 'print', 'order', 'stock'])[j], id, j
    from growth_order, generate_series(1, 5) j where state = 'open'`,
];

/**
 * SQL that adds the customers of the companies, their addresses, totals and search words. Triggers, which are disabled
 * here, normally write the totals and the search words.
 */
const customersSql = [
  `insert into customer (id, company_id, phone, alias, birthday, risk, risk_reason, own_count, order_count, own_total, total_pay,
      own_first, first_order_date, own_last, last_order_date)
    select 1000000 + n, c.id, '+79' || lpad(((1000000 + n) * 7919::bigint % 1000000000)::text, 9, '0'),
      (array['Мария', 'Анна', 'Елена', 'Ольга', 'Наталья', 'Пётр', 'Иван', 'Сергей', 'Олег', 'Фёдор'])[1 + n % 10] || ' '
        || (array['Иванов', 'Кузнецов', 'Смирнов', 'Попов', 'Эйлер', 'Соколов', 'Орлов'])[1 + n % 7] || n / 70 % 300,
      case when n % 5 = 0 then '1980-01-01'::date + n % 365 end, case when n % 500 = 0 then 'blocked' else 'none' end,
      case when n % 500 = 0 then 'Не платит' end, coalesce(t.count, 0), coalesce(t.count, 0), coalesce(t.total, 0), coalesce(t.total, 0),
      t.first, t.first, t.last, t.last
    from growth_company c, lateral generate_series(c.customer_base + 1, c.customer_base + c.customers) n
    left join (select customer_id, count(*) as count, sum(amount) as total, min(date) as first, max(date) as last
      from orders where id > 1000000 and status_id % 10 <> 7 group by 1) t on t.customer_id = 1000000 + n order by n`,
  `insert into customer_search (customer_id, company_id, words, duplicate_key)
    select o.customer_id, company_id,
      customer_lexemes(company_id, customer_words(concat_ws(' ', alias, ${streetSql}, ${houseSql}))) || customer_digits(company_id, phone),
      customer_duplicate_key(alias, ${streetSql}, ${houseSql}, (1 + o.customer_id % 180)::text)
    from (select id as customer_id, company_id, alias, phone from customer where id > 1000000) o`,
  `insert into customer_address (company_id, customer_id, delivery_address, delivery_address_building, is_default)
    select company_id, o.customer_id, ${streetSql}, ${houseSql}, true
    from (select id as customer_id, company_id from customer where id > 1000000 and id % 10 = 0) o`,
];

/** SQL that adds twelve receipts of each stock item, the balances and the costs. */
const stockSql = [
  `insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked, comment, price)
    select u.company_id, u.stock_item_id, '+', ceil(u.count / 12) + 1, 100 * (ceil(u.count / 12) + 1),
      now() - month * case u.company_id when ${growth.companyId} then 30 else 90 end * interval '1 day', true, true, 'Поставка по накладной', 100
    from (select company_id, stock_item_id, sum(count) as count from stock_operation where order_id > 1000000 group by 1, 2) u,
      generate_series(12, 1, -1) month`,
  `insert into stock_balance (company_id, stock_item_id, on_hand)
    select company_id, stock_item_id, sum(case operation_type when '+' then count else -count end)
    from stock_operation where company_id >= ${growth.companyId} and is_processed group by 1, 2`,
  `insert into stock_cost (company_id, stock_item_id, average_cost, last_price)
    select company_id, stock_item_id, 100, 100 from stock_balance where company_id >= ${growth.companyId}`,
  `insert into stock_cost_history (operation_id, company_id, stock_item_id, date, on_hand, average_cost, document_order)
    select id, company_id, stock_item_id, date, count, 100, id from stock_operation where company_id >= ${growth.companyId} and price is not null`,
];

/**
 * SQL that adds notifications of the last 25 days. The server deletes read notifications after 7 days, and all
 * notifications after 30 days. The notifications with the numbers 11 to 16 are 4 to 7 days old and marked as read.
 */
const notificationsSql = [
  `insert into notification (user_id, title, message, code, data, date, is_read)
    select m.user_id, 'Новый заказ № ' || n, 'ул. Садовая, ' || n, 'order', jsonb_build_object('companyId', m.company_id,
        'orderId', o.id), now() - n * interval '10 hours', n between 11 and 16
    from company_user m join (select company_id, max(id) as id from growth_order group by 1) o on o.company_id = m.company_id,
      generate_series(60, 1, -1) n`,
];

/** SQL statements that add the orders and their dependent rows, in named groups. */
export const orderSteps = [
  ["plan", draftSql],
  ["orders", rowsSql],
  ["customers", customersSql],
  ["stock", stockSql],
  ["notifications", notificationsSql],
];
