/** Returns the output of an `onDone` transition, for the `params` of its actions and guards. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;
