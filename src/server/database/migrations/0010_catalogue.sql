-- Two people may have the same category or dish open; the version tells the later of them.
alter table category add column if not exists version int not null default 1;
alter table item add column if not exists version int not null default 1;

-- The children of a category: asked before it is moved or removed.
create index category_by_parent on category (parent_id) where parent_id is not null;
