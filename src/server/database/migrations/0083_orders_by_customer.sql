-- The index of a customer's orders names the company too. Queries have conditions on both columns, and PostgreSQL
-- combined the former index with all entries of the company in another index.
drop index orders_by_customer;
create index orders_by_customer on orders (customer_id, company_id, date);
