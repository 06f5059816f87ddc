-- A quantity on the shelf at a time is the balance, without the processed operations after that time and with the
-- unprocessed ones before it (`services/stock/shelf.ts`).
drop index stock_operation_on_shelf;
create index stock_operation_on_shelf on stock_operation (company_id, stock_item_id, coalesce(taken_at, date))
  include (operation_type, count, is_processed);
create index stock_operation_unprocessed on stock_operation (company_id, stock_item_id, coalesce(taken_at, date))
  include (operation_type, count) where not is_processed;
