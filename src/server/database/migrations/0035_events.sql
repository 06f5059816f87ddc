-- Change events for clients that subscribe to changes. Triggers write the events, so that no code path can omit one.
-- The hourly housekeeping deletes rows that are older than an hour.
create table event (
  id bigint generated always as identity primary key,
  -- Time of the statement. The transaction may have started much earlier.
  at timestamptz(3) not null default clock_timestamp(),
  company_id int,
  -- User who receives the event. Null means all users of the company who may read the topic.
  user_id int,
  topic text not null,
  entity_id int not null,
  version int
);
create index event_by_time on event (at);

-- Arguments of the trigger: the topic, and the names of the columns that contain the company, the user, the id and the
-- version. The name 'null' means that there is no such column.
create function record_event() returns trigger language plpgsql as $$
begin
  execute format('insert into event (topic, company_id, user_id, entity_id, version) select distinct %L, %s::int, %s::int, %s::int, %s::int from changed',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], tg_argv[4]);
  return null;
end $$;

create trigger event_on_insert after insert on orders referencing new table as changed
  for each statement execute function record_event('order', 'company_id', 'null', 'id', 'version');
create trigger event_on_update after update on orders referencing new table as changed
  for each statement execute function record_event('order', 'company_id', 'null', 'id', 'version');
create trigger event_on_insert after insert on kitchen_line referencing new table as changed
  for each statement execute function record_event('kitchen', 'company_id', 'null', 'order_id', 'null');
create trigger event_on_update after update on kitchen_line referencing new table as changed
  for each statement execute function record_event('kitchen', 'company_id', 'null', 'order_id', 'null');
create trigger event_on_insert after insert on item_stop referencing new table as changed
  for each statement execute function record_event('stop', 'company_id', 'null', 'item_id', 'null');
create trigger event_on_update after update on item_stop referencing new table as changed
  for each statement execute function record_event('stop', 'company_id', 'null', 'item_id', 'null');
create trigger event_on_delete after delete on item_stop referencing old table as changed
  for each statement execute function record_event('stop', 'company_id', 'null', 'item_id', 'null');
create trigger event_on_insert after insert on delivery_trip referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'id', 'null');
create trigger event_on_update after update on delivery_trip referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'id', 'null');
create trigger event_on_insert after insert on delivery_stop referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'trip_id', 'null');
create trigger event_on_update after update on delivery_stop referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'trip_id', 'null');
create trigger event_on_delete after delete on delivery_stop referencing old table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'trip_id', 'null');
create trigger event_on_insert after insert on courier_duty referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'user_id', 'null');
create trigger event_on_delete after delete on courier_duty referencing old table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'user_id', 'null');
create trigger event_on_insert after insert on notification referencing new table as changed
  for each statement execute function record_event('notification', 'null', 'user_id', 'id', 'null');
create trigger event_on_update after update on notification referencing new table as changed
  for each statement execute function record_event('notification', 'null', 'user_id', 'id', 'null');
create trigger event_on_insert after insert on print_job referencing new table as changed
  for each statement execute function record_event('print', 'company_id', 'null', 'id', 'null');
create trigger event_on_update after update on print_job referencing new table as changed
  for each statement execute function record_event('print', 'company_id', 'null', 'id', 'null');
