-- Indexes for the quantity on the shelf at a given time: the balance, minus the processed operations after that time,
-- plus the unprocessed operations up to that time, minus earlier reservations (`services/stock/shelf.ts`).
drop index stock_operation_on_shelf;
create index stock_operation_on_shelf on stock_operation (company_id, stock_item_id, coalesce(taken_at, date))
  include (operation_type, count, is_processed);
create index stock_operation_unprocessed on stock_operation (company_id, stock_item_id, coalesce(taken_at, date))
  include (operation_type, count) where not is_processed;
