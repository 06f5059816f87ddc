// Replaces the module `xstate` in mutation testing: one machine gets a fault in its configuration.
import { inject } from "vitest";
import { setup as build } from "xstate";
import { plantFault } from "./tableFaults.ts";

export * from "../../tests/support/machines/coveredXstate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Id of the machine and index of its fault. Null adds no fault. */
    fault: { readonly machine: string; readonly index: number } | null;
  }
}

/** Replaces XState's `setup`: adds the fault to the configuration of the machine that `fault` names. */
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
