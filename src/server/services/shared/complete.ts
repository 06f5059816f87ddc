/**
 * Schema of the API description with all optional fields required. The description declares extension fields
 * (`x-extension`) as optional, but the services always return them.
 */
export type Complete<Schema> = Schema extends readonly (infer Entry)[]
  ? Complete<Entry>[]
  : Schema extends object
    ? { [Name in keyof Schema]-?: Complete<Exclude<Schema[Name], undefined>> }
    : Schema;
