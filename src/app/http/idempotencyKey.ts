const BYTES = 16;

/** Returns a random idempotency key. `crypto.randomUUID` exists only on https pages, so it is not used. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
