// Writes the types of the database tables to FILE. Usage: node --import tsx scripts/generate/databaseTypes.ts FILE.
// Applies the migrations to an embedded database and reads its schema. kysely-codegen is not used, because it needs 45
// packages and an override for each type that database/connection.ts parses.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/openDatabase.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly isComputed: boolean;
  /** Definition of the check constraint that lists the allowed values of a text column, as printed by PostgreSQL. */
  readonly listed: string | null;
}

const readColumns = async (db: Db): Promise<readonly Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as "isNullable",
      a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' or a.attidentity = 'a' as "isComputed",
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%') as listed
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migration'
    order by c.relname, a.attnum`.execute(db);
  return rows;
};

/** TypeScript types of a column: one for reads and one for writes. */
interface ValueType {
  readonly read: string;
  readonly write: string;
}

const same = (type: string): ValueType => ({ read: type, write: type });

/**
 * TypeScript types for the types of PostgreSQL. As in database/connection.ts, `numeric` and `int8` become numbers, and
 * `date` becomes a string.
 */
const VALUE_TYPES: Readonly<Record<string, ValueType>> = {
  bool: same("boolean"),
  bytea: same("Buffer"),
  date: same("string"),
  int4: same("number"),
  int8: same("number"),
  numeric: same("number"),
  text: same("string"),
  tsvector: same("string"),
  uuid: same("string"),
  jsonb: { read: "unknown", write: "string" },
  timestamptz: { read: "Date", write: "Date | string" },
  _int4: same("number[]"),
  _text: same("string[]"),
};

const valueTypeOf = ({ table, name, type, listed }: Column): ValueType => {
  const texts = [...(listed ?? "").matchAll(/'([^']*)'::text/g)].map(([, text]) => JSON.stringify(text));
  if (texts.length > 0) return same(texts.join(" | "));
  const known = VALUE_TYPES[type];
  if (!known) throw new Error(`${table}.${name}: the type ${type} is not in scripts/generate/databaseTypes.ts`);
  return known;
};

const columnType = (column: Column): string => {
  const { read, write } = valueTypeOf(column);
  const orNull = column.isNullable ? " | null" : "";
  const readType = read === "unknown" ? read : read + orNull;
  const writeType = write + orNull;
  if (column.isComputed) return `GeneratedAlways<${readType}>`;
  if (read === write) return column.hasDefault ? `Generated<${readType}>` : readType;
  const isOptional = column.hasDefault || column.isNullable;
  return `ColumnType<${readType}, ${writeType}${isOptional ? " | undefined" : ""}, ${writeType}>`;
};

const interfaceName = (table: string): string =>
  `${table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;

const tableInterface = (table: string, columns: readonly Column[]): string =>
  `interface ${interfaceName(table)} {\n${columns.map((column) => `  ${column.name}: ${columnType(column)};\n`).join("")}}\n`;

const writeTypes = (columns: readonly Column[]): string => {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const interfaces = tables.map((name) =>
    tableInterface(
      name,
      columns.filter(({ table }) => table === name),
    ),
  );
  const members = tables.map((name) => `  ${name}: ${interfaceName(name)};\n`);
  return `// Generated from the migrated database by "npm run generate".
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

${interfaces.join("\n")}
/** Tables of the database by name. */
export interface Database {
${members.join("")}}
`;
};

const [, , file] = process.argv;
if (!file) throw new Error("Name the file to write");
const folder = mkdtempSync(join(tmpdir(), "database-types-"));
try {
  const database = await openDatabase({ dataDir: folder });
  await migrate(database);
  writeFileSync(file, writeTypes(await readColumns(database.db)));
  await database.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
