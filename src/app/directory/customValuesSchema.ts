import { boolean, number, record, string, union } from "valibot";

/** Validation schema of custom field values. The server also checks each value against the definition of its field. */
export const customValuesSchema = record(string(), union([string(), number(), boolean()]));
