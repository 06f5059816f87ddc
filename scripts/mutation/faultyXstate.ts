// Replaces the module `xstate` in mutation testing, in order to mutate the configuration of one machine.
import { inject } from "vitest";
import { setup as build } from "xstate";
import { plantFault } from "./tableFaults.ts";

export * from "../../tests/support/machines/coveredXstate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Id of the machine to mutate, and index of the mutant in the result of `listFaults`. Null creates no mutant. */
    fault: { readonly machine: string; readonly index: number } | null;
  }
}

/** Replaces the function `setup` of XState. The configuration of the machine that `fault` names is mutated. */
export const setup: typeof build = (parts) => {
  const made = build(parts);
  return {
    ...made,
    createMachine: (config) => {
      const fault = inject("fault");
      return made.createMachine(fault && fault.machine === config.id ? plantFault(config, fault.index) : config);
    },
  };
};
