-- Audit log of accounts and company groups (0068_config_change.sql).

-- Records the changes of accounts. An account belongs to no company, so its change is one entry without an owner, for
-- the administrators, and one entry for each company to which the user belongs at that time. A company thus sees
-- neither changes from before the user joined, nor changes after the user left. Creations are not recorded: the
-- invitation and the company's new user are. Arguments as for `record_config_change`.
create function record_account_change() returns trigger language plpgsql as $$
declare
  author constant int := nullif(current_setting('app.user_id', true), '')::int;
  hidden constant text[] := tg_argv[4]::text[] || '{id}'::text[];
  secrets constant text[] := tg_argv[5]::text[];
  drafts config_draft[];
begin
  if author is null then return null; end if;
  select array_agg(row(l.id, o.company_id, null, l.alias, 'update', d.before, d.after)::config_draft) into drafts
  from before_rows f join after_rows l using (id)
  cross join lateral config_difference(to_jsonb(f) - hidden, to_jsonb(l) - hidden, secrets) d
  cross join lateral (
    select null::int as company_id union all select m.company_id from company_user m where m.user_id = l.id) o
  where d.after is not null;
  if drafts is not null then perform store_config_changes(author, tg_argv[0], drafts); end if;
  return null;
end $$;

create trigger config_change_on_update after update on app_user
  referencing old table as before_rows new table as after_rows for each statement
  execute function record_account_change('account', 'id', 'id', 'alias', '{last_connect,created_by_company_id}', '{password_hash}', '');

-- Entries of groups have no owner either: only administrators change groups, and a list of companies would show former
-- members of a group to companies that joined later.
create trigger config_change_on_insert after insert on company_group
  referencing new table as after_rows for each statement
  execute function record_config_change('companyGroup', 'id', 'id', 'name', '{}', '{}', '');
create trigger config_change_on_update after update on company_group
  referencing old table as before_rows new table as after_rows for each statement
  execute function record_config_change('companyGroup', 'id', 'id', 'name', '{}', '{}', '');
create trigger config_change_on_delete after delete on company_group
  referencing old table as before_rows for each statement
  execute function record_config_change('companyGroup', 'id', 'id', 'name', '{}', '{}', '');
create trigger config_change_of_group_on_update after update on company
  referencing old table as before_rows new table as after_rows for each statement
  execute function record_config_part('companyGroup', 'companies', 'company_group_id', 'company_group', 'id', 'name', 'to_jsonb(r.id)');

-- Records into which group a company is moved, for the log of that company. The other trigger of the table leaves the
-- column out, because in other tables the column names the owner of the record. Arguments: the kind and the field.
create function record_company_group() returns trigger language plpgsql as $$
declare
  author constant int := nullif(current_setting('app.user_id', true), '')::int;
  drafts config_draft[];
begin
  if author is null then return null; end if;
  select array_agg(row(l.id, l.id, null, l.name, 'update', jsonb_build_object(tg_argv[1], f.company_group_id),
      jsonb_build_object(tg_argv[1], l.company_group_id))::config_draft) into drafts
  from before_rows f join after_rows l using (id)
  where f.company_group_id is distinct from l.company_group_id;
  if drafts is not null then perform store_config_changes(author, tg_argv[0], drafts); end if;
  return null;
end $$;
create trigger config_change_of_membership_on_update after update on company
  referencing old table as before_rows new table as after_rows for each statement
  execute function record_company_group('company', 'company_group_id');
