-- User who refunded or rejected a payment. Null for earlier refunds, because their user is unknown.
alter table payment add column refunded_by integer references app_user (id);
