-- Rows that belong to an order or a stock document also name their company, so that these tables can be distributed by
-- company (OPERATIONS.md). This file changes only definitions. 0072 fills the existing rows in a transaction of its own,
-- so that readers do not wait for the locks of `alter table` until all rows are filled.

-- Fills the company of a row that a process of the previous version has written. Arguments of the trigger: the table of
-- the parent, and the column with the id of the parent.
create function fill_company() returns trigger language plpgsql as $$
begin
  execute format('select company_id from %I where id = ($1 ->> %L)::int', tg_argv[0], tg_argv[1])
    into new.company_id using to_jsonb(new);
  return new;
end $$;

alter table order_history add column company_id int,
  add constraint order_history_company check (company_id is not null) not valid;
create trigger fill_company before insert or update on order_history
  for each row when (new.company_id is null) execute function fill_company('orders', 'order_id');

alter table order_viewer add column company_id int,
  add constraint order_viewer_company check (company_id is not null) not valid;
create trigger fill_company before insert or update on order_viewer
  for each row when (new.company_id is null) execute function fill_company('orders', 'order_id');

alter table late_notice add column company_id int,
  add constraint late_notice_company check (company_id is not null) not valid;
create trigger fill_company before insert or update on late_notice
  for each row when (new.company_id is null) execute function fill_company('orders', 'order_id');

alter table packing_list_line add column company_id int,
  add constraint packing_list_line_company check (company_id is not null) not valid;
create trigger fill_company before insert or update on packing_list_line
  for each row when (new.company_id is null) execute function fill_company('packing_list', 'packing_list_id');

alter table stock_act_line add column company_id int,
  add constraint stock_act_line_company check (company_id is not null) not valid;
create trigger fill_company before insert or update on stock_act_line
  for each row when (new.company_id is null) execute function fill_company('stock_act', 'stock_act_id');

alter table inventory_entry add column company_id int,
  add constraint inventory_entry_company check (company_id is not null) not valid;
create trigger fill_company before insert or update on inventory_entry
  for each row when (new.company_id is null) execute function fill_company('inventory', 'inventory_id');

-- The previous version still needs `inventory_entry_by_place`. Entries are written under the lock of their inventory, so
-- two unique indexes cannot conflict.
create unique index if not exists inventory_entry_of_company on inventory_entry (company_id, inventory_id, stock_item_id, lower(place));
