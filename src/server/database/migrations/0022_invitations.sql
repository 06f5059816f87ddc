-- A user joins a company by accepting an invitation. Existing users of companies stay.
create table company_invitation (
  -- Taken from the id sequence of the users, because the list of a company's users identifies users and invitations by
  -- the same kind of id.
  id int primary key,
  company_id int not null references company,
  user_name text not null,
  alias text not null,
  role_id int not null references role,
  secret_hash text not null unique,
  expires_at timestamptz(3) not null
);
create unique index company_invitation_name on company_invitation (company_id, lower(user_name));
create index company_invitation_by_name on company_invitation (lower(user_name));
create index company_invitation_by_role on company_invitation (role_id);

-- Only the company that created an account may send a password link for it, and only while the user belongs to no other
-- company.
alter table app_user add column created_by_company_id int references company;
update app_user u set created_by_company_id = (select min(m.company_id) from company_user m where m.user_id = u.id)
  where u.password_hash is null and u.last_connect is null and u.roles = 'User'
    and (select count(*) from company_user m where m.user_id = u.id) = 1;
update password_link l set used_at = now() where l.used_at is null and exists (
  select 1 from company_user m where m.user_id = l.user_id group by m.user_id having count(*) > 1);
