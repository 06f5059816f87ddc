/**
 * Schema of the description with all optional fields required. The server always sends the extension fields, which the
 * description declares as optional.
 */
export type Complete<Schema> = Schema extends readonly (infer Entry)[]
  ? Complete<Entry>[]
  : Schema extends object
    ? { [Name in keyof Schema]-?: Complete<Exclude<Schema[Name], undefined>> }
    : Schema;
