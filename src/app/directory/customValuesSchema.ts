import { boolean, number, record, string, union } from "valibot";

/** Schema of custom field values in a form. The server checks each value against its definition. */
export const customValuesSchema = record(string(), union([string(), number(), boolean()]));
