const BYTES = 16;

/** A new idempotency key; unlike `crypto.randomUUID` it is there on a page without https too, as in a shop's own network. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
