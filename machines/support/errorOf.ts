/** What an actor failed with, for `params` of an action or a guard of `onError`. */
export const errorOf = ({ event }: { event: { error: unknown } }): unknown => event.error;
