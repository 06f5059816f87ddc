-- Last position of a courier on a trip, if the courier has agreed to share it. A row is deleted when the trip is over.
-- Housekeeping deletes rows that are older than 24 hours.
create table courier_position (
  company_id int not null references company,
  user_id int not null references app_user,
  lat numeric(9, 6) not null,
  lon numeric(9, 6) not null,
  at timestamptz(3) not null default now(),
  primary key (company_id, user_id)
);

create trigger event_on_insert after insert on courier_position referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'user_id', 'null');
create trigger event_on_update after update on courier_position referencing new table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'user_id', 'null');
create trigger event_on_delete after delete on courier_position referencing old table as changed
  for each statement execute function record_event('delivery', 'company_id', 'null', 'user_id', 'null');
