import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Complete } from "../shared/complete.ts";
import { createDirectory, plainWrites } from "./sortedDirectory.ts";

/** Directory of the tags of a company. */
export const tags = createDirectory<Complete<Schemas["Tag"]>>({
  table: "tag",
  columns: sql`id, name, color, sort as "order", is_removed as "isRemoved", version`,
  missing: "Тег не найден.",
  taken: "Тег с таким названием уже есть.",
});

/** Create and update operations of tags. */
export const tagCalls = plainWrites(tags, ({ name, color, order }: Schemas["TagSave"]) => ({
  name,
  color,
  sort: order,
}));
