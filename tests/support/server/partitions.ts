import pg from "pg";

const PARTITIONS = 8;

/** Returns the table and the number of a partition, or undefined for any other name. */
export const parsePartition = (name: string): { readonly table: string; readonly part: number } | undefined => {
  const [, table, part] = name.match(/^(.+)__(\d)$/) ?? [];
  return table ? { table, part: Number(part) } : undefined;
};

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly kind: "p" | "u" | "f";
  readonly columns: readonly string[];
  readonly target: string | null;
  readonly targetColumns: readonly string[] | null;
  readonly definition: string;
}

const CONSTRAINTS = `
  select t.relname::text as table, c.conname::text as name, c.contype::text as kind,
    array(select a.attname::text from unnest(c.conkey) with ordinality k (n, i)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.i) as columns,
    f.relname::text as target,
    array(select a.attname::text from unnest(c.confkey) with ordinality k (n, i)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.i) as "targetColumns",
    pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid
  left join pg_class f on f.oid = c.confrelid
  where c.contype in ('p', 'u', 'f') and t.relnamespace = 'public'::regnamespace
  order by array_position(array['p', 'u', 'f'], c.contype::text), c.oid`;

const INDEXES = `
  select t.relname::text as table, i.indisunique as "isUnique", pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`;

const TRIGGERS = `
  select pg_get_triggerdef(g.oid) as definition from pg_trigger g join pg_class t on t.oid = g.tgrelid
  where not g.tgisinternal and t.relnamespace = 'public'::regnamespace and t.relname = any($1) order by g.tgname`;

const COLUMNS = `
  select table_name as table, column_name as name, is_identity = 'YES' as "isIdentity",
    is_generated = 'ALWAYS' as "isGenerated"
  from information_schema.columns where table_schema = 'public' and table_name = any($1) order by ordinal_position`;

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

const withCompany = (columns: readonly string[]): readonly string[] =>
  columns.includes("company_id") ? columns : [...columns, "company_id"];

/**
 * Adds the company to the columns of the definition of a unique index, if it is not among them. Throws if the
 * definition has no columns.
 */
const extendIndex = (definition: string): string => {
  const start = definition.indexOf("(");
  let depth = 0;
  for (let at = start; at < definition.length; at++) {
    if (definition[at] === "(") depth++;
    if (definition[at] === ")" && --depth === 0) {
      const columns = definition.slice(start, at);
      return /\bcompany_id\b/.test(columns)
        ? definition
        : `${columns === "" ? "" : definition.slice(0, at)}, company_id${definition.slice(at)}`;
    }
  }
  throw new Error(`An index without columns: ${definition}`);
};

/** Adds the company to the columns of the definition of a primary or unique key. */
const extendKey = ({ columns, definition }: Constraint): string =>
  definition.replace(/\(.*?\)/, `(${quoted(withCompany(columns))})`);

/**
 * Adds the company to the columns of the definition of a foreign key between two distributed tables. The rule
 * `ON DELETE SET NULL` then sets only the former columns, and not the company, to null.
 */
const extendReference = ({ columns, target, targetColumns, definition }: Constraint): string => {
  const rule = definition.match(/ ON DELETE .*$/)?.[0] ?? "";
  const action = rule === " ON DELETE SET NULL" ? ` ON DELETE SET NULL (${quoted(columns)})` : rule;
  return `FOREIGN KEY (${quoted([...columns, "company_id"])}) REFERENCES "${target}" (${quoted([...(targetColumns ?? []), "company_id"])})${action}`;
};

/**
 * Divides tables of a migrated database by company into eight partitions each, and adds the company to their primary
 * and unique keys, unique indexes, and foreign keys. Throws if another table refers to one of these tables, because the
 * foreign key of that table could not be kept.
 */
export const partitionByCompany = async (databaseUrl: string, tables: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows;
  try {
    const constraints = await read<Constraint>(CONSTRAINTS);
    const indexes = await read<{ isUnique: boolean; definition: string }>(INDEXES, [tables]);
    const triggers = await read<{ definition: string }>(TRIGGERS, [tables]);
    const columns = await read<{ table: string; name: string; isIdentity: boolean; isGenerated: boolean }>(COLUMNS, [
      tables,
    ]);
    const isDistributed = (table: string | null): boolean => table !== null && tables.includes(table);
    const outside = constraints.filter(({ table, target }) => !isDistributed(table) && isDistributed(target));
    if (outside.length > 0)
      throw new Error(
        `Undistributed tables refer to distributed ones: ${outside.map(({ table, name }) => `${table}.${name}`).join(", ")}`,
      );
    await client.query("begin; create schema before; create schema partitions");
    for (const table of tables) {
      await client.query(`alter table public."${table}" set schema before;
        create table public."${table}" (like before."${table}" including defaults including constraints
          including generated including identity) partition by hash (company_id)`);
      for (let part = 0; part < PARTITIONS; part++)
        await client.query(`create table partitions."${table}__${part}" partition of public."${table}"
          for values with (modulus ${PARTITIONS}, remainder ${part})`);
      const own = columns.filter((column) => column.table === table);
      const names = quoted(own.filter((one) => !one.isGenerated).map(({ name }) => name));
      await client.query(`insert into public."${table}" (${names}) overriding system value
        select ${names} from before."${table}"`);
      for (const { name } of own.filter(({ isIdentity }) => isIdentity)) {
        const [old] = await read<{ name: string }>("select pg_get_serial_sequence($1, $2) as name", [
          `before."${table}"`,
          name,
        ]);
        await client.query(`select setval(pg_get_serial_sequence('public."${table}"', '${name}'), last_value, is_called)
          from ${old?.name}`);
      }
    }
    for (const one of constraints.filter(({ table }) => isDistributed(table))) {
      const definition =
        one.kind !== "f" ? extendKey(one) : isDistributed(one.target) ? extendReference(one) : one.definition;
      await client.query(`alter table public."${one.table}" add constraint "${one.name}" ${definition}`);
    }
    for (const { isUnique, definition } of indexes) await client.query(isUnique ? extendIndex(definition) : definition);
    for (const { definition } of triggers) await client.query(definition);
    await client.query("drop schema before cascade; commit; analyze");
  } finally {
    await client.end();
  }
};
