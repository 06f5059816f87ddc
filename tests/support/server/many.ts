import { inject } from "vitest";

/** How many rows tests of speed fill in: 100,000, on the embedded database a tenth of that unless MANY is "whole". */
export const many = (): number => (inject("postgresUrl") !== "" || process.env["MANY"] === "whole" ? 100_000 : 10_000);
