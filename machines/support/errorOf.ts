/** A failure in words, for whoever is told of it. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What an actor failed with, for `params` of an action or a guard of `onError`. */
export const errorOf = ({ event }: { event: { error: unknown } }): unknown => event.error;
