import { boolean, number, record, string, union } from "valibot";

/** The values of custom fields in the schema of a form; the server checks each by its definition. */
export const customValuesSchema = record(string(), union([string(), number(), boolean()]));
