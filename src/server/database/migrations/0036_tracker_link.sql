-- One-time link that connects a call tracker to an operator phone, and the token of the connected tracker. A used link
-- is kept without an expiry time, so that the exchange of the link is idempotent.
alter table operator_phone
  add column link_code_hash text,
  add column link_expires_at timestamptz(3),
  add column tracker_token_hash text;
create unique index operator_phone_by_link on operator_phone (link_code_hash) where link_code_hash is not null;
create unique index operator_phone_by_tracker on operator_phone (tracker_token_hash) where tracker_token_hash is not null;
