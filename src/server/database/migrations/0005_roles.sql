-- Two administrators may have the same role or group open; the version tells the later of them.
alter table role add column version int not null default 1;
alter table company_group add column version int not null default 1;

-- Who holds a role: asked before it is removed, and beside each role of a list.
create index company_user_by_role on company_user (role_id, company_id);
