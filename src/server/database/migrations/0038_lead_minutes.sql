alter table company add column lead_minutes int not null default 60 check (lead_minutes between 0 and 1440);

-- Promised time of an order for "as soon as possible": its `date` plus `lead_minutes`. Null means that `date` is the
-- promised time.
alter table orders add column promised_at timestamptz(3);

-- Earlier versions promised an order "as soon as possible" within 60 minutes. The `date` of such an order is close to
-- its `creation_date`.
update orders set promised_at = date + interval '60 minutes'
  where is_open and date between creation_date - interval '1 minute' and creation_date + interval '5 minutes';
