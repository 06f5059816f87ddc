-- Version of a role and of a group, for optimistic locking.
alter table role add column version int not null default 1;
alter table company_group add column version int not null default 1;

-- Index for finding the users of a role, before the role is removed and for the list of roles.
create index company_user_by_role on company_user (role_id, company_id);
