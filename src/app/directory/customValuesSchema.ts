import { boolean, number, record, string, union } from "valibot";

/** Validation schema of custom field values. The server checks each value against the field's definition. */
export const customValuesSchema = record(string(), union([string(), number(), boolean()]));
