-- What a company leaves out of its stock list, of its own and of its group's.
create table hidden_stock_item (
  company_id int not null references company,
  stock_item_id int not null references stock_item,
  primary key (company_id, stock_item_id)
);

-- An order has one operation of a stock item, whoever writes it.
drop index stock_operation_by_order;
create unique index stock_operation_by_order on stock_operation (order_id, stock_item_id) where order_id is not null;

-- Counts and balances are read from this index alone.
drop index stock_operation_by_item;
create index stock_operation_by_item on stock_operation (company_id, stock_item_id, date)
  include (operation_type, count, is_processed);
create index stock_operation_by_date on stock_operation (company_id, date);
create index stock_operation_reserved on stock_operation (company_id) where is_reserved;
