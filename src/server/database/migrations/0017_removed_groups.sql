-- Old orders know the dishes of a removed group: it stays as they do, and nobody sees it.
alter table company_group add column is_removed boolean not null default false;
