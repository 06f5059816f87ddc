const BYTES = 16;

/** Returns a new random idempotency key. `crypto.randomUUID` does not exist on pages without https, as in a local network. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
