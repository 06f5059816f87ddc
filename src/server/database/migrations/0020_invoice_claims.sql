-- Until this time, only one request may create the invoice of a payment. Otherwise a rejection by the provider would
-- not prove that there is no invoice, because a concurrent request could have created it.
alter table payment add column issuing_until timestamptz(3);
