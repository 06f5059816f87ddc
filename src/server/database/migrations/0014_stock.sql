-- Stock items that a company hides in its stock list. They belong to the company or to its group.
create table hidden_stock_item (
  company_id int not null references company,
  stock_item_id int not null references stock_item,
  primary key (company_id, stock_item_id)
);

-- An order has at most one operation per stock item, even if two transactions write operations of the order at the same
-- time.
drop index stock_operation_by_order;
create unique index stock_operation_by_order on stock_operation (order_id, stock_item_id) where order_id is not null;

-- Covering index for quantities and balances.
drop index stock_operation_by_item;
create index stock_operation_by_item on stock_operation (company_id, stock_item_id, date)
  include (operation_type, count, is_processed);
create index stock_operation_by_date on stock_operation (company_id, date);
create index stock_operation_reserved on stock_operation (company_id) where is_reserved;
