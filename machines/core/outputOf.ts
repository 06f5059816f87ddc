/** Returns the output in an `onDone` event. Used in the `params` of actions and guards. */
export const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;
