import type { components } from "#api/schema.d.ts";

/** Shapes of the description by name. */
export type Schemas = components["schemas"];
