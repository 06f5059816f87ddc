-- Optional terms of a discount (domain/discountTerms.ts). A process of the previous version keeps the columns unchanged
-- when it saves a discount, and does not check the terms when it saves an order.
alter table discount
  add column weekdays int[],
  -- Local times as HH:MM.
  add column start_time text,
  add column end_time text,
  add column start_date date,
  add column end_date date,
  add column min_amount numeric(10, 2),
  -- In capitals and without spaces.
  add column promo_code text,
  add column max_uses int,
  add column is_once_per_customer boolean not null default false;

create unique index discount_promo_code on discount (company_id, promo_code)
  where promo_code is not null and not is_removed;

-- Counts the orders of a discount and of one customer.
create index if not exists orders_by_discount on orders (discount_id, phone) where discount_id is not null;
