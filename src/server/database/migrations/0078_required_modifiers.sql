-- True if at least one modifier of the category must be chosen for the dish. All lines of a category have the same value.
alter table item_modificator add column is_required boolean not null default false;

-- The audit log records the new column too. An optional modifier is recorded as before, so that old and new entries
-- have the same form.
do $$
declare
  event record;
begin
  for event in
    select * from (values
      ('insert', 'referencing new table as after_rows'),
      ('update', 'referencing old table as before_rows new table as after_rows'),
      ('delete', 'referencing old table as before_rows')) as e(name, tables)
  loop
    execute format('drop trigger config_change_on_%s on item_modificator', event.name);
    execute format('create trigger config_change_on_%s after %s on item_modificator %s for each statement
      execute function record_config_part(''item'', ''modificators'', ''item_id'', ''item'', ''id'', ''name'', %L)',
      event.name, event.name, event.tables,
      'jsonb_strip_nulls(jsonb_build_object(''categoryId'', r.category_modificator_id, ''itemId'', r.modificator_id,'
      ' ''portion'', r.portion, ''price'', r.price, ''isRequired'', nullif(r.is_required, false)))');
  end loop;
end $$;
