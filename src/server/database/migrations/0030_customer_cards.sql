-- What the employees note about a customer. The version detects concurrent changes of the card.
alter table customer add column note text;
alter table customer add column risk text not null default 'none' check (risk in ('none', 'attention', 'blocked'));
alter table customer add column risk_reason text;
alter table customer add column version int not null default 1;
create index customer_by_company on customer (company_id, id);

-- Roles that could take orders, and so name their customers, may edit the cards.
update role set permissions = permissions || '{"customer.edit": 1}', version = version + 1
where permissions ? 'order.create' and permissions ? 'customer.view';
