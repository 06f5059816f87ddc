-- Version of a category and of a dish, for optimistic locking.
alter table category add column if not exists version int not null default 1;
alter table item add column if not exists version int not null default 1;

-- Index for finding the children of a category before the category is moved or removed.
create index category_by_parent on category (parent_id) where parent_id is not null;
