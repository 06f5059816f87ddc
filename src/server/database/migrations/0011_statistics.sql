-- A refund lowers the income of the day on which it was made. Earlier versions stored only the day of the payment.
alter table payment add column refunded_date timestamptz(3);
update payment p set refunded_date = coalesce((
    select max(h.date) from order_history h
    where h.order_id = p.order_id and h.type_element = 'Payment' and h.type = 'Delete'
      and h.date >= p.completed_date and h.new_name like '%возвращена'), p.completed_date)
  where status = 'rejected' and completed_date is not null;
alter table payment add constraint payment_refund
  check ((status = 'rejected' and completed_date is not null) = (refunded_date is not null));

-- Reason of the order's status, and the employee who set the status. Earlier versions stored both only in the order
-- history.
alter table orders
  add column status_reason text,
  add column status_employee_id int references app_user;
update orders o set status_employee_id = h.employee_id,
    status_reason = case when strpos(h.new_name, ': ') > 0 then substr(h.new_name, strpos(h.new_name, ': ') + 2) end
  from (select distinct on (order_id) order_id, employee_id, new_name from order_history
    where type_element = 'Status' order by order_id, id desc) h
  where h.order_id = o.id;

-- Returns the total price of the modifiers of an order line, without the line itself.
create function modificators_amount(modificators jsonb) returns numeric language sql immutable parallel safe
  return (select coalesce(sum((m ->> 'amount')::numeric), 0) from jsonb_array_elements(modificators) m);

-- Each order line has a copy of the company and the due time of its order, so that reports for a period need not join
-- the orders.
alter table order_line
  add column company_id int references company,
  add column date timestamptz(3),
  add column modificators_amount numeric(14, 2) not null
    generated always as (case when modificators = '[]' then 0 else modificators_amount(modificators) end) stored;
update order_line l set company_id = o.company_id, date = o.date from orders o where o.id = l.order_id;
alter table order_line
  alter column company_id set not null,
  alter column date set not null;

create function move_order_lines() returns trigger language plpgsql as $$
begin
  update order_line set date = new.date where order_id = new.id;
  return null;
end $$;

create trigger order_date after update of date on orders
  for each row when (new.date <> old.date) execute function move_order_lines();

-- Covering indexes for the figures of a period.
drop index orders_by_date;
create index orders_by_date on orders (company_id, date) include (id, status_id, amount, discount_amount, cost);
create index order_line_by_date on order_line (company_id, date)
  include (order_id, item_id, category_id, count, amount, modificators_amount, discount_value);
drop index payment_by_company;
create index payment_by_company on payment (company_id, completed_date) include (payment_method_id, amount);
create index payment_by_refund on payment (company_id, refunded_date) include (payment_method_id, amount)
  where refunded_date is not null;

drop index operator_phone_call_by_company;
create index operator_phone_call_by_company on operator_phone_call (company_id, start_ring) include (id, operator_phone_id, call);
drop index orders_by_call;
create index orders_by_call on orders (operator_phone_call_id) include (status_id, amount)
  where operator_phone_call_id is not null;

-- Indexes for the orders with a discount, which are few, and for the orders with a given status, sorted by date.
create index orders_discounted on orders (company_id, date) where discount_amount > 0;
drop index orders_by_status;
create index orders_by_status on orders (status_id, date);
