-- Minimum stock of an item in a company. An item with less than `min_count` must be ordered, up to `order_up_to`, or up
-- to `min_count` if `order_up_to` is null. A row without values is kept, because its version is needed for optimistic
-- locking.
create table stock_minimum (
  company_id int not null references company,
  stock_item_id int not null references stock_item,
  min_count numeric(14, 5) check (min_count >= 0),
  order_up_to numeric(14, 5) check (order_up_to >= coalesce(min_count, 0)),
  version int not null default 1,
  primary key (company_id, stock_item_id)
);
