/** Faults that change no behaviour, each with its reason. A run fails when one of them does not exist any more. */
export const equivalents: Readonly<Record<string, string>> = {};
