alter table company add column lead_minutes int not null default 60 check (lead_minutes between 0 and 1440);

-- Promised time of an order that was due at once. Null means that `date` is the promised time.
alter table orders add column promised_at timestamptz(3);

-- Until now, an order that was due at its creation had an hour.
update orders set promised_at = date + interval '60 minutes'
  where is_open and date between creation_date - interval '1 minute' and creation_date + interval '5 minutes';
