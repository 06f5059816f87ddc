/** Version of the edited record and idempotency key of the write. */
export interface EntryVersion {
  /** Version that the user saw. Undefined for a new record, and if the server has no optimistic locking. */
  readonly version: number | undefined;
  readonly key: string;
}

/** Returns the headers Idempotency-Key and, if the version is known, If-Match. */
export const toWriteHeaders = ({ version, key }: EntryVersion): { "If-Match"?: string; "Idempotency-Key": string } => ({
  ...(version !== undefined && { "If-Match": `"${version}"` }),
  "Idempotency-Key": key,
});
