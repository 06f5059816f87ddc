-- A removed group stays in the database, because old orders refer to its dishes. It is not shown to users.
alter table company_group add column is_removed boolean not null default false;
