-- Price of a shared dish in one company of the group. Null means the shared price. A row without a price is kept,
-- because its version is needed for optimistic locking. A process of the previous version uses the shared price.
create table item_price (
  company_id int not null references company,
  item_id int not null references item,
  price numeric(13, 5) check (price >= 0),
  version int not null default 1,
  primary key (company_id, item_id)
);

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
    execute format('create trigger config_change_on_%s after %s on item_price %s for each statement
      execute function record_config_change(''itemPrice'', ''item_id'', ''company_id'', '''', ''{item_id}'', ''{}'', ''settings'')',
      event.name, event.name, event.tables);
  end loop;
end $$;
