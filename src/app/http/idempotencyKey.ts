const BYTES = 16;

/** Returns a random idempotency key. `crypto.randomUUID` is not used, because it exists only on https pages. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
