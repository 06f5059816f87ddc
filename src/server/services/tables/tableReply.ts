import { type FieldErrors, Invalid } from "../shared/domainErrors.ts";

/** Reply of the worker thread. A refusal is plain data, because an error object loses its class between threads. */
export type TableReply =
  | { readonly kind: "rows"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "invalid" | "tooLarge"; readonly message: string; readonly errors: FieldErrors | undefined };

/** Returns the error for a table that exceeds the limit of lines, of time or of memory. */
export const tooComplexError = () =>
  new Invalid("Файл слишком сложный. Сохраните таблицу заново без оформления или разделите её на части.", {
    file: "Файл слишком сложный.",
  });
