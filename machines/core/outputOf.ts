/** Returns the output of an `onDone` transition. Used in the `params` of actions and guards. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;
