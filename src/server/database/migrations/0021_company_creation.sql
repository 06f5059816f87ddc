-- True for a user who may create companies. In earlier versions every user could. Only users who may edit a company
-- and manage its users and roles keep the right.
alter table app_user add column can_create_company boolean not null default false;
update app_user u set can_create_company = true where exists (
  select 1 from company_user m join role r on r.id = m.role_id
  where m.user_id = u.id and coalesce((r.permissions ->> 'company.edit')::int, 0) > 0
    and coalesce((r.permissions ->> 'user.manage')::int, 0) > 0 and coalesce((r.permissions ->> 'role.manage')::int, 0) > 0);
