// Replaces the module `xstate` in mutation testing, in order to add a fault to the configuration of one machine.
import { inject } from "vitest";
import { setup as build } from "xstate";
import { plantFault } from "./tableFaults.ts";

export * from "../../tests/support/machines/coveredXstate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Id of a machine, and index of a fault in the result of `listFaults` for the machine. Null adds no fault. */
    fault: { readonly machine: string; readonly index: number } | null;
  }
}

/** Replaces the function `setup` of XState. The machine that `fault` names gets the fault in its configuration. */
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
