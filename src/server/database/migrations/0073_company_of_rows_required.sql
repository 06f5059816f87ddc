-- The validation reads the rows without blocking other transactions. After it, `set not null` reads no rows.
alter table order_history validate constraint order_history_company;
alter table order_viewer validate constraint order_viewer_company;
alter table late_notice validate constraint late_notice_company;
alter table stock_act_line validate constraint stock_act_line_company;
alter table inventory_entry validate constraint inventory_entry_company;
alter table packing_list_line validate constraint packing_list_line_company;
alter table order_history alter company_id set not null, drop constraint order_history_company;
alter table order_viewer alter company_id set not null, drop constraint order_viewer_company;
alter table late_notice alter company_id set not null, drop constraint late_notice_company;
alter table stock_act_line alter company_id set not null, drop constraint stock_act_line_company;
alter table inventory_entry alter company_id set not null, drop constraint inventory_entry_company;
alter table packing_list_line alter company_id set not null, drop constraint packing_list_line_company;

-- The events of entries now read the company from the row.
drop trigger event_on_insert on inventory_entry;
create trigger event_on_insert after insert on inventory_entry referencing new table as changed
  for each statement execute function record_event('inventory', 'company_id', 'null', 'inventory_id', 'null');
drop trigger event_on_update on inventory_entry;
create trigger event_on_update after update on inventory_entry referencing new table as changed
  for each statement execute function record_event('inventory', 'company_id', 'null', 'inventory_id', 'null');
