-- Change events of the stock and of its documents, for clients that subscribe to changes.

-- Arguments of the trigger: the topic, and the SQL expressions of the company, the user, the id and the version. The
-- expression 'null' means that there is no such value. An event with neither a company nor a user has no readers, so it
-- is not written.
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

-- A new transaction of a packing list changes the paid amount of the list. Transactions are never changed, so a trigger
-- on inserts is enough.
create trigger event_on_insert after insert on finance_transaction referencing new table as changed
  for each statement execute function record_event('packingList',
    '(case when packing_list_id is not null then company_id end)', 'null', 'packing_list_id', 'null');

create trigger event_on_insert after insert on stock_act referencing new table as changed
  for each statement execute function record_event('stockAct', 'company_id', 'null', 'id', 'version');
create trigger event_on_update after update on stock_act referencing new table as changed
  for each statement execute function record_event('stockAct', 'company_id', 'null', 'id', 'version');
create trigger event_on_delete after delete on stock_act referencing old table as changed
  for each statement execute function record_event('stockAct', 'company_id', 'null', 'id', 'version');

-- A transfer has events in both of its companies. The recipient gets no events of drafts, because drafts are hidden
-- from the recipient.
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
-- Before the review, a new entry does not change the version of its inventory, so entries have triggers of their own.
create trigger event_on_insert after insert on inventory_entry referencing new table as changed
  for each statement execute function record_event('inventory',
    '(select i.company_id from inventory i where i.id = inventory_id)', 'null', 'inventory_id', 'null');
create trigger event_on_update after update on inventory_entry referencing new table as changed
  for each statement execute function record_event('inventory',
    '(select i.company_id from inventory i where i.id = inventory_id)', 'null', 'inventory_id', 'null');

-- Balances, minima and hidden stock items: a statement writes one event per company, regardless of the number of items.
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
