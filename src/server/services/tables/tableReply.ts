import type { FieldErrors } from "../shared/domainErrors.ts";

/** Reply of the worker thread. Errors lose their class between threads, so a refusal is sent as plain data. */
export type TableReply =
  | { readonly kind: "rows"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "invalid" | "tooLarge"; readonly message: string; readonly errors: FieldErrors | undefined };
