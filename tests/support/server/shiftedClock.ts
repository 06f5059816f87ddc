import pg from "pg";

/**
 * Makes the clock of a database adjustable, before the server opens its connections. Queries, triggers and column
 * defaults then use functions of the schema `shifted`, which add `shifted.clock.by` to the time.
 */
export const makeClockMovable = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create schema shifted;
    create table shifted.clock (by interval not null);
    insert into shifted.clock values ('0');
    create function shifted.now() returns timestamptz language sql stable as
      'select pg_catalog.now() + by from shifted.clock';
    create function shifted.clock_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.clock_timestamp() + by from shifted.clock'`);
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table %s alter column %I set default shifted.%s', d.adrelid::regclass, a.attname,
      pg_get_expr(d.adbin, d.adrelid)) as statement
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
    where pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')`);
  for (const { statement } of rows) await client.query(statement);
  const { rows: databases } = await client.query<{ name: string }>("select current_database() as name");
  await client.query(`alter database ${databases[0]?.name} set search_path = shifted, pg_catalog, public`);
  await client.end();
};
