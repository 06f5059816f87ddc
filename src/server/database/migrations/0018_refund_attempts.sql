-- Number of refunds of an invoice that the provider has finally rejected. It is part of the idempotency key of the next
-- refund, so that the provider treats that refund as a new request.
alter table payment add column refund_attempt int not null default 0;
