-- The functions of triggers name the company in each statement, so that a database that is distributed by company reads
-- one partition (OPERATIONS.md). The functions without a company stay until the next contraction of the schema.

-- Rebuilds the search index row of a card. The caller must hold the lock of the card.
create function refresh_customer_search(company int, target int) returns void language plpgsql as $$
begin
  insert into customer_search as s (customer_id, company_id, words, duplicate_key)
  select c.id, c.company_id,
    customer_lexemes(c.company_id, customer_words(concat_ws(' ', m.names, a.streets))) || m.digits,
    customer_duplicate_key(c.alias, l.street, l.building, l.apartment)
  from customer c,
    lateral (
      select array_agg(id) as ids, string_agg(alias, ' ') as names,
        (string_agg(customer_digits(company_id, phone)::text, ' '))::tsvector as digits
      from customer where company_id = company and (id = c.id or merged_into_id = c.id)) m,
    lateral (
      select string_agg(concat_ws(' ', street, building), ' ') as streets from (
        select delivery_address as street, delivery_address_building as building from customer_address
        where company_id = company and customer_id = any(m.ids)
        union
        select o.delivery_address, o.delivery_address_building from (
          select delivery_address, delivery_address_building from orders
          where company_id = company and customer_id = any(m.ids) and delivery_address is not null
          order by date desc limit 300) o) k) a
    left join lateral (
      select delivery_address as street, delivery_address_building as building, delivery_address_apartment_number as apartment
      from orders where company_id = company and customer_id = any(m.ids) and delivery_address is not null
      order by date desc, id desc limit 1) l on true
  where c.id = target and c.company_id = company and c.merged_into_id is null and c.anonymized_at is null
  on conflict on constraint customer_search_pkey do update set words = excluded.words, duplicate_key = excluded.duplicate_key
    where (s.words, s.duplicate_key) is distinct from (excluded.words, excluded.duplicate_key);
  if not found then
    delete from customer_search where customer_id = target and company_id = company
      and exists (select from customer where id = target and company_id = company and (merged_into_id is not null or anonymized_at is not null));
  end if;
end $$;

-- Recomputes the order count, the total, and the first and last order date of a card from the `own_` columns of the
-- card and of the cards merged into it.
create function regroup_customer(company int, target int) returns void language plpgsql as $$
begin
  perform from customer where id = target and company_id = company for no key update;
  -- A separate statement, so that it sees the rows that other transactions committed while this one waited for the
  -- lock.
  update customer c set (order_count, total_pay, first_order_date, last_order_date) = (
    select sum(own_count), sum(own_total), min(own_first), max(own_last)
    from customer m where m.company_id = company and (m.id = c.id or m.merged_into_id = c.id))
  where c.id = target and c.company_id = company;
end $$;

-- Recomputes the totals of the given cards from all their orders, except cancelled ones.
create function recount_customers(company int, targets int[]) returns void language plpgsql as $$
declare
  target int;
begin
  perform from customer where company_id = company and id = any(targets) order by id for no key update;
  update customer c set own_count = t.count, own_total = t.total, own_first = t.first, own_last = t.last,
    order_count = t.count, total_pay = t.total, first_order_date = t.first, last_order_date = t.last
  from unnest(targets) given(id), lateral (
    select count(*) as count, coalesce(sum(o.amount), 0) as total, min(o.date) as first, max(o.date) as last
    from orders o join order_status s on s.id = o.status_id and not s.is_cancel
    where o.company_id = company and o.customer_id = given.id) t
  where c.id = given.id and c.company_id = company;
  for target in
    select distinct s.id from customer c join customer s on s.id = coalesce(c.merged_into_id, c.id) and s.company_id = company
    where c.company_id = company and c.id = any(targets)
      and exists (select from customer m where m.company_id = company and m.merged_into_id = s.id) order by 1
  loop
    perform regroup_customer(company, target);
  end loop;
end $$;

-- Adds an order to the totals of a card if `sign` is 1, or subtracts it if `sign` is -1. If the first or last order is
-- subtracted, the dates of the first and last order are recomputed.
create function count_customer_order(company int, target int, sign int, amount numeric, due timestamptz)
returns void language plpgsql as $$
declare
  survivor int;
  is_edge boolean;
begin
  update customer set own_count = own_count + sign, own_total = own_total + sign * amount,
    own_first = case when sign > 0 then least(own_first, due) else own_first end,
    own_last = case when sign > 0 then greatest(own_last, due) else own_last end,
    order_count = order_count + sign, total_pay = total_pay + sign * amount,
    first_order_date = case when sign > 0 then least(first_order_date, due) else first_order_date end,
    last_order_date = case when sign > 0 then greatest(last_order_date, due) else last_order_date end
  where id = target and company_id = company returning merged_into_id, sign < 0 and due in (own_first, own_last) into survivor, is_edge;
  if is_edge then
    update customer set
      own_first = (select o.date from orders o join order_status s on s.id = o.status_id and not s.is_cancel
        where o.company_id = company and o.customer_id = target order by o.date limit 1),
      own_last = (select o.date from orders o join order_status s on s.id = o.status_id and not s.is_cancel
        where o.company_id = company and o.customer_id = target order by o.date desc limit 1)
    where id = target and company_id = company;
  end if;
  if survivor is not null or is_edge then
    perform regroup_customer(company, coalesce(survivor, target));
  end if;
end $$;

-- Adds the words of an order's address to the search index of the card, and updates the duplicate key. Most orders have
-- the last known address, so nothing is written.
create function add_customer_address(company int, target int, street text, building text, apartment text)
returns void language plpgsql as $$
begin
  update customer_search s set words = s.words || given.words, duplicate_key = given.key
  from (
    select c.id, customer_lexemes(c.company_id, customer_words(concat_ws(' ', street, building))) as words,
      customer_duplicate_key(c.alias, street, building, apartment) as key
    from customer k join customer c on c.id = coalesce(k.merged_into_id, k.id) and c.company_id = company
    where k.id = target and k.company_id = company) given
  where s.customer_id = given.id and s.company_id = company and (s.duplicate_key is distinct from given.key
    or not tsvector_to_array(s.words) @> tsvector_to_array(given.words));
end $$;

create or replace function follow_customer_orders() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.customer_id is not null
    and not (select is_cancel from order_status where id = old.status_id);
  company int := case tg_op when 'DELETE' then old.company_id else new.company_id end;
  now_is boolean := tg_op <> 'DELETE' and new.customer_id is not null
    and not (select is_cancel from order_status where id = new.status_id);
begin
  if was and now_is and (old.customer_id, old.amount, old.date) = (new.customer_id, new.amount, new.date) then
    null;
  else
    if was then perform count_customer_order(company, old.customer_id, -1, old.amount, old.date); end if;
    if now_is then perform count_customer_order(company, new.customer_id, 1, new.amount, new.date); end if;
  end if;
  if tg_op = 'INSERT' then
    if new.customer_id is not null and new.delivery_address is not null then
      perform add_customer_address(company, new.customer_id, new.delivery_address, new.delivery_address_building,
        new.delivery_address_apartment_number);
    end if;
  elsif tg_op = 'DELETE' or (old.customer_id, old.delivery_address, old.delivery_address_building, old.delivery_address_apartment_number)
      is distinct from (new.customer_id, new.delivery_address, new.delivery_address_building, new.delivery_address_apartment_number) then
    perform from customer where company_id = company
      and id in (old.customer_id, case when tg_op = 'UPDATE' then new.customer_id end) order by id for no key update;
    perform refresh_customer_search(company, survivor) from (
      select distinct coalesce(merged_into_id, id) as survivor from customer
      where company_id = company and id in (old.customer_id, case when tg_op = 'UPDATE' then new.customer_id end)) k;
  end if;
  return null;
end $$;

create or replace function follow_customer_statuses() returns trigger language plpgsql as $$
begin
  perform recount_customers(new.company_id, array(select distinct customer_id from orders
    where company_id = new.company_id and status_id = new.id and customer_id is not null));
  return null;
end $$;

create or replace function follow_customer() returns trigger language plpgsql as $$
declare
  target int;
begin
  if tg_op = 'UPDATE' and old.merged_into_id is distinct from new.merged_into_id then
    for target in select distinct id from unnest(array[new.id, old.merged_into_id, new.merged_into_id]) given(id) where id is not null order by 1 loop
      perform regroup_customer(new.company_id, target);
      perform refresh_customer_search(new.company_id, target);
    end loop;
  else
    perform refresh_customer_search(new.company_id, coalesce(new.merged_into_id, new.id));
  end if;
  return null;
end $$;

create or replace function follow_customer_addresses() returns trigger language plpgsql as $$
declare
  company int := case tg_op when 'DELETE' then old.company_id else new.company_id end;
begin
  perform refresh_customer_search(company, coalesce(c.merged_into_id, c.id)) from customer c
  where c.company_id = company and c.id = case when tg_op = 'DELETE' then old.customer_id else new.customer_id end;
  return null;
end $$;

-- If a flag of a status changes, marks the orders with this status as open or closed.
create or replace function refresh_open_orders() returns trigger language plpgsql as $$
begin
  update orders set is_open = not (new.is_closed or new.is_cancel)
  where company_id = new.company_id and status_id = new.id;
  return null;
end $$;

create or replace function move_order_lines() returns trigger language plpgsql as $$
begin
  update order_line set date = new.date where company_id = new.company_id and order_id = new.id;
  return null;
end $$;

-- Returns the duty that now prints documents of the kind `what` for a printer: the printer's own duty, or else the duty
-- of the nearest spare printer that has one. Null if there is none.
create or replace function print_duty_of(wanted int, what text) returns uuid language sql stable as $$
  with recursive chain(id, spare_id, depth) as (
    select id, spare_id, 0 from printer where id = wanted and not is_removed
    union all
    select p.id, p.spare_id, c.depth + 1 from chain c join printer p on p.id = c.spare_id and not p.is_removed
    where c.depth < 10)
  select d.id from chain c join print_duty d
    on d.printer_id = c.id and d.ended_at is null and d.lease_until > now() and what = any (d.kinds)
  where d.company_id = (select company_id from printer where id = wanted)
  order by c.depth limit 1
$$;
