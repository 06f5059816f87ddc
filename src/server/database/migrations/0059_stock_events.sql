-- Changes of the stock and of its documents, for clients that follow them.

-- Arguments: the topic, and the expressions of the company, the user, the id and the version. 'null' means that there is
-- none. An event with neither a company nor a user has no readers, so it is not written.
create or replace function record_event() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    execute format('insert into event (topic, company_id, user_id, entity_id, version)
      select distinct %1$L, %2$s::int, %3$s::int, %4$s::int, %5$s::int from changed
      where %2$s::int is not null or %3$s::int is not null',
      tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], tg_argv[4]);
  end if;
  return null;
end $$;

create trigger event_on_insert after insert on packing_list referencing new table as changed
  for each statement execute function record_event('packingList', 'company_id', 'null', 'id', 'version');
create trigger event_on_update after update on packing_list referencing new table as changed
  for each statement execute function record_event('packingList', 'company_id', 'null', 'id', 'version');
create trigger event_on_delete after delete on packing_list referencing old table as changed
  for each statement execute function record_event('packingList', 'company_id', 'null', 'id', 'version');

-- The paid amount of a packing list is the sum of its transactions. Transactions are never changed.
create trigger event_on_insert after insert on finance_transaction referencing new table as changed
  for each statement execute function record_event('packingList',
    '(case when packing_list_id is not null then company_id end)', 'null', 'packing_list_id', 'null');

create trigger event_on_insert after insert on stock_act referencing new table as changed
  for each statement execute function record_event('stockAct', 'company_id', 'null', 'id', 'version');
create trigger event_on_update after update on stock_act referencing new table as changed
  for each statement execute function record_event('stockAct', 'company_id', 'null', 'id', 'version');
create trigger event_on_delete after delete on stock_act referencing old table as changed
  for each statement execute function record_event('stockAct', 'company_id', 'null', 'id', 'version');

-- A transfer is reported to its two companies. Its recipient does not see drafts.
create trigger event_on_insert after insert on transfer_list referencing new table as changed
  for each statement execute function record_event('transfer', 'company_id', 'null', 'id', 'version');
create trigger event_on_update after update on transfer_list referencing new table as changed
  for each statement execute function record_event('transfer', 'company_id', 'null', 'id', 'version');
create trigger event_on_delete after delete on transfer_list referencing old table as changed
  for each statement execute function record_event('transfer', 'company_id', 'null', 'id', 'version');
create trigger event_of_recipient after update on transfer_list referencing new table as changed
  for each statement execute function record_event('transfer',
    '(case when state <> ''draft'' then to_company_id end)', 'null', 'id', 'version');

create trigger event_on_insert after insert on inventory referencing new table as changed
  for each statement execute function record_event('inventory', 'company_id', 'null', 'id', 'version');
create trigger event_on_update after update on inventory referencing new table as changed
  for each statement execute function record_event('inventory', 'company_id', 'null', 'id', 'version');
create trigger event_on_delete after delete on inventory referencing old table as changed
  for each statement execute function record_event('inventory', 'company_id', 'null', 'id', 'version');
-- Entries of a count that is not reviewed yet leave the version of the count as it is.
create trigger event_on_insert after insert on inventory_entry referencing new table as changed
  for each statement execute function record_event('inventory',
    '(select i.company_id from inventory i where i.id = inventory_id)', 'null', 'inventory_id', 'null');
create trigger event_on_update after update on inventory_entry referencing new table as changed
  for each statement execute function record_event('inventory',
    '(select i.company_id from inventory i where i.id = inventory_id)', 'null', 'inventory_id', 'null');

-- Quantities on hand, minima and hidden stock items: one event for a company, however many items change.
create trigger event_on_insert after insert on stock_balance referencing new table as changed
  for each statement execute function record_event('stock', 'company_id', 'null', 'company_id', 'null');
create trigger event_on_update after update on stock_balance referencing new table as changed
  for each statement execute function record_event('stock', 'company_id', 'null', 'company_id', 'null');
create trigger event_on_insert after insert on stock_minimum referencing new table as changed
  for each statement execute function record_event('stock', 'company_id', 'null', 'company_id', 'null');
create trigger event_on_update after update on stock_minimum referencing new table as changed
  for each statement execute function record_event('stock', 'company_id', 'null', 'company_id', 'null');
create trigger event_on_insert after insert on hidden_stock_item referencing new table as changed
  for each statement execute function record_event('stock', 'company_id', 'null', 'company_id', 'null');
create trigger event_on_delete after delete on hidden_stock_item referencing old table as changed
  for each statement execute function record_event('stock', 'company_id', 'null', 'company_id', 'null');
