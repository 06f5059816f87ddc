-- Change events of orders that get a new courier. The order list shows the courier, but an assignment does not change
-- the row of the order.
create trigger order_event_on_insert after insert on delivery_stop referencing new table as changed
  for each statement execute function record_event('order', 'company_id', 'null', 'order_id', 'null');
create trigger order_event_on_delete after delete on delivery_stop referencing old table as changed
  for each statement execute function record_event('order', 'company_id', 'null', 'order_id', 'null');

create function record_courier_of_stop() returns trigger language plpgsql as $$
begin
  insert into event (topic, company_id, entity_id) values ('order', new.company_id, new.order_id);
  return null;
end $$;
create trigger order_event_on_update after update of state, trip_id on delivery_stop
  for each row when (old.trip_id <> new.trip_id
    or (old.state in ('failed', 'moved')) <> (new.state in ('failed', 'moved')))
  execute function record_courier_of_stop();

create function record_courier_of_trip() returns trigger language plpgsql as $$
begin
  insert into event (topic, company_id, entity_id)
  select 'order', company_id, order_id from delivery_stop
  where trip_id = new.id and company_id = new.company_id and state <> 'moved';
  return null;
end $$;
create trigger order_event_on_update after update of courier_id on delivery_trip
  for each row when (old.courier_id <> new.courier_id) execute function record_courier_of_trip();
