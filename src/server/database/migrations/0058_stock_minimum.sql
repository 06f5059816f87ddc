-- Minimum stock of a company. Below `min_count` an item must be ordered, up to `order_up_to` or, without it, `min_count`.
-- A row whose values were removed stays, because its version distinguishes later changes.
create table stock_minimum (
  company_id int not null references company,
  stock_item_id int not null references stock_item,
  min_count numeric(14, 5) check (min_count >= 0),
  order_up_to numeric(14, 5) check (order_up_to >= coalesce(min_count, 0)),
  version int not null default 1,
  primary key (company_id, stock_item_id)
);
