-- Until this time one request alone may create the invoice of a payment. A refusal by the provider shows that there is no
-- invoice only if no other request can create it meanwhile.
alter table payment add column issuing_until timestamptz(3);
