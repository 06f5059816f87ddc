-- How many refunds of an invoice its provider has definitely given up: each makes the next one a request of its own.
alter table payment add column refund_attempt int not null default 0;
