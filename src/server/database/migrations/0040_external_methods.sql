-- Companies manage their external payment methods themselves. Removed methods stay, because payments refer to them.
alter table external_payment_method
  add column is_removed boolean not null default false,
  add column version int not null default 1,
  -- Secret part of the address to which the provider sends its notifications.
  add column notification_token text not null unique default replace(gen_random_uuid()::text, '-', '') || replace(gen_random_uuid()::text, '-', '');
