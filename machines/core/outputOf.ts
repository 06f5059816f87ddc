/** What an actor ended with, for `params` of an action or a guard of `onDone`. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;
