-- Note about a customer, and the customer's risk with its reason. The version detects concurrent changes of the
-- customer card.
alter table customer add column note text;
alter table customer add column risk text not null default 'none' check (risk in ('none', 'attention', 'blocked'));
alter table customer add column risk_reason text;
alter table customer add column version int not null default 1;
create index customer_by_company on customer (company_id, id);

-- Roles that may create orders and view customers may also edit customer cards.
update role set permissions = permissions || '{"customer.edit": 1}', version = version + 1
where permissions ? 'order.create' and permissions ? 'customer.view';
