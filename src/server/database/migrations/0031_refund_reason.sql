-- Reason that the user gave for a refund or a rejection. Unknown for earlier refunds.
alter table payment add column refund_reason text;
