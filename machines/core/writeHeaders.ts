/** Version and idempotency key of a write. */
export interface EntryVersion {
  /** Version that the user saw. Undefined for a new entry, and for a server without optimistic locking. */
  readonly version: number | undefined;
  readonly key: string;
}

/** Returns the headers Idempotency-Key and, if the version is known, If-Match. */
export const toWriteHeaders = ({ version, key }: EntryVersion): { "If-Match"?: string; "Idempotency-Key": string } => ({
  ...(version !== undefined && { "If-Match": `"${version}"` }),
  "Idempotency-Key": key,
});
