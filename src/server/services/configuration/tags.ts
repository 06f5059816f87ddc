import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { directoryOf, plainCalls } from "./directory.ts";

/** The tags of a company. */
export const tags = directoryOf<Schemas["Tag"]>({
  table: "tag",
  columns: sql`id, name, color, sort as "order", is_removed as "isRemoved", version`,
  missing: "Тег не найден.",
  taken: "Тег с таким названием уже есть.",
});

/** How tags are made and changed. */
export const tagCalls = plainCalls(tags, ({ name, color, order }: Schemas["TagSave"]) => ({
  name,
  color,
  sort: order,
}));
