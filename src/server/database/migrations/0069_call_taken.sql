-- Operator who takes a phone call, and the time. The first operator takes the call, so the row never changes again.
alter table operator_phone_call
  add column taken_by int references app_user,
  add column taken_at timestamptz(3);
