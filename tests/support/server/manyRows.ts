import { inject } from "vitest";

/** Returns the number of rows for performance tests: 100,000 on PostgreSQL or if MANY is "whole", otherwise 10,000. */
export const manyRows = (): number =>
  inject("postgresUrl") !== "" || process.env["MANY"] === "whole" ? 100_000 : 10_000;
