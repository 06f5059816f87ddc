-- User who refunded or rejected a payment. Unknown for earlier refunds.
alter table payment add column refunded_by integer references app_user (id);
