import { inject } from "vitest";

/** Returns the number of rows for tests of speed: 100,000, or 10,000 on PGlite unless MANY is "whole". */
export const manyRows = (): number =>
  inject("postgresUrl") !== "" || process.env["MANY"] === "whole" ? 100_000 : 10_000;
