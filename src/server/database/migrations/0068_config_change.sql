-- Audit log of the configuration. Triggers write the entries, so that no code path can omit one. Nothing is recorded
-- unless the transaction has named its user (services/shared/changeAuthor.ts), so the seeds of the demo data, the
-- housekeeping and the migrations leave no entries. Housekeeping deletes entries that are older than three years.
create table config_change (
  id bigint generated always as identity primary key,
  -- Time of the statement. The transaction may have started much earlier.
  at timestamptz not null default clock_timestamp(),
  -- Company or company group that owns the record. Both are null for public roles and for records of a user.
  company_id int,
  company_group_id int,
  user_id int not null,
  kind text not null,
  -- Id of the record. For settings of a company it is the id of the company, for a user of a company the id of the user.
  entity_id int not null,
  -- Name of the record after the change, or before its removal. Null for records without a name.
  name text,
  action text not null check (action in ('create', 'update', 'remove')),
  -- Fields by name. An update has only the changed fields, a creation only `after`, a removal only `before`.
  before jsonb,
  after jsonb,
  -- Id of the transaction, by which later statements of the transaction find the entry of the same record.
  transaction_id bigint not null
);
create index config_change_by_company on config_change (company_id, id);
create index config_change_by_kind on config_change (company_id, kind, id);
create index config_change_by_entity on config_change (kind, entity_id, id);
create index config_change_by_group on config_change (company_group_id, id) where company_group_id is not null;
create index config_change_common on config_change (id) where company_id is null and company_group_id is null;
create index config_change_by_transaction on config_change (transaction_id, kind, entity_id);
create index config_change_by_age on config_change (at);

create type config_draft as (
  entity_id int, company_id int, company_group_id int, name text, action text, before jsonb, after jsonb
);

-- Returns the fields that differ. An object is compared field by field, under names such as "permissions.order.view". Of
-- a secret field only the fact is returned: null before and true after.
create function config_difference(former jsonb, latter jsonb, secrets text[], out before jsonb, out after jsonb)
language sql immutable as $$
  select jsonb_object_agg(d.key, case when d.key = any(secrets) then null else d.former end),
    jsonb_object_agg(d.key, case when d.key = any(secrets) then 'true'::jsonb else d.latter end)
  from jsonb_each(former) f join jsonb_each(latter) l using (key)
  cross join lateral (
    select key, f.value as former, l.value as latter
    where jsonb_typeof(f.value) <> 'object' and jsonb_typeof(l.value) <> 'object'
    union all
    select f.key || '.' || key, a.value, b.value
    from jsonb_each(case jsonb_typeof(f.value) when 'object' then f.value else '{}' end) a
    full join jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value else '{}' end) b using (key)
    where (jsonb_typeof(f.value) = 'object' or jsonb_typeof(l.value) = 'object') and a.value is distinct from b.value
  ) d
  where f.value is distinct from l.value
$$;

-- Returns the fields of a document without those that have the same value in the other document.
create function config_without_equal(document jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value) filter (where value is distinct from other -> key), '{}')
  from jsonb_each(document)
$$;

-- Removes secret fields. Names such as "settings.secretKey" address a field of an object.
create function config_without_secrets(document jsonb, secrets text[]) returns jsonb language plpgsql immutable as $$
declare
  secret text;
begin
  foreach secret in array secrets loop
    document := document #- string_to_array(secret, '.');
  end loop;
  return document;
end $$;

-- Stores changes. Changes of one record in one transaction are one entry: a save that deletes all lines of a recipe and
-- adds them again is recorded as the difference, or not at all.
create function store_config_changes(author int, changed text, drafts config_draft[]) returns void
language plpgsql as $$
declare
  -- Ids of transactions may repeat after a restored backup, so the time is compared as well.
  work constant bigint := pg_current_xact_id()::text::bigint;
begin
  update config_change c set
    name = d.name,
    action = case when d.action = 'remove' then 'remove' else c.action end,
    before = case
      when d.action = 'remove' then d.before
      when c.action = 'update' then config_without_equal(
        coalesce(d.before, '{}') || coalesce(c.before, '{}'), coalesce(c.after, '{}') || coalesce(d.after, '{}'))
    end,
    after = case
      when d.action = 'remove' then null
      when c.action = 'update' then config_without_equal(
        coalesce(c.after, '{}') || coalesce(d.after, '{}'), coalesce(d.before, '{}') || coalesce(c.before, '{}'))
      else coalesce(c.after, '{}') || coalesce(d.after, '{}')
    end
  from unnest(drafts) d
  where c.transaction_id = work and c.at >= transaction_timestamp() and c.kind = changed
    and c.entity_id = d.entity_id and c.company_id is not distinct from d.company_id and c.action <> 'remove';
  insert into config_change (company_id, company_group_id, user_id, kind, entity_id, name, action, before, after, transaction_id)
  select d.company_id, d.company_group_id, author, changed, d.entity_id, d.name, d.action, d.before, d.after, work
  from unnest(drafts) d
  where not exists (
    select from config_change c
    where c.transaction_id = work and c.at >= transaction_timestamp() and c.kind = changed
      and c.entity_id = d.entity_id and c.company_id is not distinct from d.company_id and (c.action <> 'remove' or d.action = 'remove'))
  order by d.entity_id;
  delete from config_change
  where transaction_id = work and at >= transaction_timestamp() and kind = changed and action = 'update' and after = '{}';
end $$;

-- Records the changes of a table. Arguments: the kind, the column of the entity id, a further column of the key, the
-- column of the name, the columns that are not recorded, the secret fields, the mode. In the mode 'settings', a missing
-- row stands for the default settings, so the first save is recorded as an update.
create function record_config_change() returns trigger language plpgsql as $$
declare
  author constant int := nullif(current_setting('app.user_id', true), '')::int;
  kind constant text := tg_argv[0];
  entity constant text := tg_argv[1];
  key constant text := tg_argv[2];
  title constant text := tg_argv[3];
  hidden constant text[] := tg_argv[4]::text[] || '{id,version,company_id,company_group_id,sort,is_removed}'::text[];
  secrets constant text[] := tg_argv[5]::text[];
  is_settings constant boolean := tg_argv[6] = 'settings';
  -- A company is its own owner. Its entries are not those of its group.
  owner constant text := case kind when 'company' then 'id' else 'company_id' end;
  owner_group constant text := case kind when 'company' then '' else 'company_group_id' end;
  drafts config_draft[];
begin
  if author is null then return null; end if;
  if tg_op = 'UPDATE' then
    -- Materialised, because the planner would convert a row to a document for each of its fields.
    with former as materialized (select doc, doc ->> entity as one, coalesce(doc ->> key, '') as two
        from (select to_jsonb(b) as doc from before_rows b) f),
      latter as materialized (select doc, doc ->> entity as one, coalesce(doc ->> key, '') as two
        from (select to_jsonb(a) as doc from after_rows a) l)
    select array_agg(row((l.doc ->> entity)::int, (l.doc ->> owner)::int, (l.doc ->> owner_group)::int, l.doc ->> title,
        case when r.is_removed then 'remove' else 'update' end,
        case when r.is_removed then jsonb_strip_nulls(config_without_secrets(f.doc - hidden, secrets)) else d.before end,
        case when r.is_removed then null else d.after end)::config_draft)
      into drafts
      from former f join latter l using (one, two)
      cross join lateral config_difference(f.doc - hidden, l.doc - hidden, secrets) d
      cross join lateral (select coalesce((l.doc ->> 'is_removed')::boolean and not (f.doc ->> 'is_removed')::boolean, false)
        as is_removed) r
      where d.after is not null or r.is_removed;
  elsif tg_op = 'INSERT' then
    select array_agg(row((l.doc ->> entity)::int, (l.doc ->> owner)::int, (l.doc ->> owner_group)::int, l.doc ->> title,
        case when is_settings then 'update' else 'create' end, null,
        jsonb_strip_nulls(config_without_secrets(l.doc - hidden, secrets)))::config_draft)
      into drafts from (select to_jsonb(a) as doc from after_rows a) l;
  else
    select array_agg(row((f.doc ->> entity)::int, (f.doc ->> owner)::int, (f.doc ->> owner_group)::int, f.doc ->> title,
        'remove', jsonb_strip_nulls(config_without_secrets(f.doc - hidden, secrets)), null)::config_draft)
      into drafts from (select to_jsonb(b) as doc from before_rows b) f;
  end if;
  if drafts is not null then perform store_config_changes(author, kind, drafts); end if;
  return null;
end $$;

-- Records the rows of a table as a list in a field of their parent. Arguments: the kind and the field, the column of the
-- parent, the table of the parent and the columns of its id and name, and the SQL for the recorded value of the row `r`.
create function record_config_part() returns trigger language plpgsql as $$
declare
  author constant int := nullif(current_setting('app.user_id', true), '')::int;
  drafts config_draft[];
begin
  if author is null then return null; end if;
  execute format($query$
    with gone as (%s), added as (%s),
    touched as (select parent from gone union select parent from added),
    present as (select r.%I as parent, %s as part from %I r where r.%I in (select parent from touched)),
    earlier as ((select * from present except all select * from added) union all select * from gone),
    sides as (select parent, part, true as is_former from earlier union all select parent, part, false from present),
    lists as (
      select t.parent, coalesce(jsonb_agg(s.part order by s.part) filter (where s.is_former), '[]') as former,
        coalesce(jsonb_agg(s.part order by s.part) filter (where not s.is_former), '[]') as latter
      from touched t left join sides s using (parent) group by t.parent)
    select array_agg(row(l.parent, (o.doc ->> 'company_id')::int, (o.doc ->> 'company_group_id')::int, o.doc ->> %L, 'update',
      jsonb_build_object(%L, l.former), jsonb_build_object(%L, l.latter))::config_draft)
    from lists l join lateral (select to_jsonb(o) as doc from %I o where o.%I = l.parent) o on true
    where l.former <> l.latter$query$,
    case when tg_op = 'INSERT' then 'select null::int as parent, null::jsonb as part where false'
      else format('select r.%I as parent, %s as part from before_rows r', tg_argv[2], tg_argv[6]) end,
    case when tg_op = 'DELETE' then 'select null::int as parent, null::jsonb as part where false'
      else format('select r.%I as parent, %s as part from after_rows r', tg_argv[2], tg_argv[6]) end,
    tg_argv[2], tg_argv[6], tg_table_name, tg_argv[2], tg_argv[5], tg_argv[1], tg_argv[1], tg_argv[3], tg_argv[4])
    into drafts;
  if drafts is not null then perform store_config_changes(author, tg_argv[0], drafts); end if;
  return null;
end $$;

-- Creates the triggers. Every table has a row here or a reason in tests/server/configChangeTables.test.ts.
do $$
declare
  audited record;
  event record;
begin
  for audited in
    select v.table_name, v.is_inserted, 'record_config_change' as function,
      array[v.kind, v.entity, v.key, v.title, v.hidden, v.secrets, v.mode] as arguments
    from (values
      ('order_status', true, 'orderStatus', 'id', 'id', 'name', '{}', '{}', ''),
      ('payment_method', true, 'paymentMethod', 'id', 'id', 'name', '{}', '{}', ''),
      ('external_payment_method', true, 'externalPaymentMethod', 'id', 'id', 'name', '{notification_token}', '{settings.secretKey}', ''),
      ('tag', true, 'tag', 'id', 'id', 'name', '{}', '{}', ''),
      ('discount', true, 'discount', 'id', 'id', 'name', '{}', '{}', ''),
      ('custom_field', true, 'customField', 'id', 'id', 'title', '{}', '{}', ''),
      ('category', true, 'category', 'id', 'id', 'name', '{}', '{}', ''),
      ('item', true, 'item', 'id', 'id', 'name', '{}', '{}', ''),
      ('supplier', true, 'supplier', 'id', 'id', 'name', '{creation_date}', '{}', ''),
      ('stock_item', true, 'stockItem', 'id', 'id', 'title', '{}', '{}', ''),
      ('stock_minimum', true, 'stockMinimum', 'stock_item_id', 'company_id', '', '{stock_item_id}', '{}', 'settings'),
      ('stock_settings', false, 'stockSettings', 'company_id', 'company_id', '', '{}', '{}', 'settings'),
      ('inventory_group', true, 'inventoryGroup', 'id', 'id', 'name', '{creation_date}', '{}', ''),
      ('printer', true, 'printer', 'id', 'id', 'name', '{}', '{}', ''),
      ('print_info', true, 'printInfo', 'company_id', 'company_id', '', '{}', '{}', 'settings'),
      ('kitchen_station', true, 'kitchenStation', 'id', 'id', 'name', '{}', '{}', ''),
      ('kitchen_settings', true, 'kitchenSettings', 'company_id', 'company_id', '', '{}', '{}', 'settings'),
      ('delivery_zone', true, 'deliveryZone', 'id', 'id', 'name', '{}', '{}', ''),
      ('delivery_settings', true, 'deliverySettings', 'company_id', 'company_id', '', '{}', '{}', 'settings'),
      ('finance_source', true, 'financeSource', 'id', 'id', 'name', '{}', '{}', ''),
      ('finance_category', true, 'financeCategory', 'id', 'id', 'name', '{}', '{}', ''),
      ('finance_settings', false, 'financeSettings', 'company_id', 'company_id', '', '{}', '{}', 'settings'),
      ('module_configuration', true, 'module', 'company_id', 'module', 'module', '{module}', '{}', 'settings'),
      ('operator_phone', true, 'operatorPhone', 'id', 'id', 'number', '{token_hint,link_expires_at}',
        '{token_hash,link_code_hash,tracker_token_hash}', ''),
      ('shop', true, 'shop', 'company_id', 'company_id', '', '{categories_version}', '{}', 'settings'),
      ('role', true, 'role', 'id', 'id', 'name', '{}', '{}', ''),
      ('company', true, 'company', 'id', 'id', 'name', '{main_user_id}', '{}', ''),
      ('company_user', true, 'companyUser', 'user_id', 'company_id', '', '{user_id}', '{}', ''),
      ('company_invitation', true, 'companyInvitation', 'id', 'id', 'alias', '{expires_at}', '{secret_hash}', ''),
      ('override_pin', true, 'overridePin', 'user_id', 'user_id', '', '{user_id,changed_at}', '{pin_hash}', '')
    ) as v(table_name, is_inserted, kind, entity, key, title, hidden, secrets, mode)
    union all
    select v.table_name, true, 'record_config_part', array[v.kind, v.field, v.child_of, v.parent, v.id, v.title, v.part]
    from (values
      ('item_category', 'item', 'categories', 'item_id', 'item', 'id', 'name', 'to_jsonb(r.category_id)'),
      ('item_composition', 'item', 'composition', 'item_id', 'item', 'id', 'name',
        'jsonb_build_object(''stockItemId'', r.stock_item_id, ''count'', r.count)'),
      ('item_modificator', 'item', 'modificators', 'item_id', 'item', 'id', 'name',
        'jsonb_build_object(''categoryId'', r.category_modificator_id, ''itemId'', r.modificator_id, ''portion'', r.portion, ''price'', r.price)'),
      ('stock_item_part', 'stockItem', 'parts', 'stock_item_id', 'stock_item', 'id', 'title',
        'jsonb_build_object(''stockItemId'', r.part_id, ''count'', r.count)'),
      ('stock_item_pack', 'stockItem', 'packs', 'stock_item_id', 'stock_item', 'id', 'title',
        'jsonb_build_object(''name'', r.name, ''factor'', r.factor)'),
      ('inventory_group_item', 'inventoryGroup', 'stock_items', 'group_id', 'inventory_group', 'id', 'name',
        'to_jsonb(r.stock_item_id)'),
      ('shop_category', 'shop', 'categories', 'company_id', 'shop', 'company_id', '',
        'jsonb_build_object(''categoryId'', r.category_id, ''title'', r.title)')
    ) as v(table_name, kind, field, child_of, parent, id, title, part)
  loop
    for event in
      select * from (values
        ('insert', 'referencing new table as after_rows'),
        ('update', 'referencing old table as before_rows new table as after_rows'),
        ('delete', 'referencing old table as before_rows')) as e(name, tables)
      where e.name <> 'insert' or audited.is_inserted
    loop
      execute format('create trigger config_change_on_%s after %s on %I %s for each statement execute function %I(%s)',
        event.name, event.name, audited.table_name, event.tables, audited.function,
        (select string_agg(quote_literal(a), ', ') from unnest(audited.arguments) a));
    end loop;
  end loop;
end $$;
