/** Schema of the description with all its optional fields. Our server always sends extension fields, which the description makes optional. */
export type Complete<Schema> = Schema extends readonly (infer Entry)[]
  ? Complete<Entry>[]
  : Schema extends object
    ? { [Name in keyof Schema]-?: Complete<Exclude<Schema[Name], undefined>> }
    : Schema;
