-- True if the guest eats in the hall. A process of the previous version writes the default.
alter table orders add column is_in_hall boolean not null default false;
