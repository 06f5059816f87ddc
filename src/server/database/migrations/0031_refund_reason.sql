-- Reason that the user gave for a refund or a rejection. Null for earlier refunds, because their reason is unknown.
alter table payment add column refund_reason text;
