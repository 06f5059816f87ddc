-- One-time link that links a call tracker to an operator phone, and the token of the linked tracker. A used link has no expiry
-- time. It is kept, so that a repeat of its exchange has the same result.
alter table operator_phone
  add column link_code_hash text,
  add column link_expires_at timestamptz(3),
  add column tracker_token_hash text;
create unique index operator_phone_by_link on operator_phone (link_code_hash) where link_code_hash is not null;
create unique index operator_phone_by_tracker on operator_phone (tracker_token_hash) where tracker_token_hash is not null;
