// Replaces XState in a run of table faults: the machine that the run names gets one fault.
import { inject } from "vitest";
import { setup as build } from "xstate";
import { plantFault } from "./tableFaults.ts";

export * from "../../tests/support/machines/coveredXstate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Machine and index of the planted fault; null leaves all tables as they are. */
    fault: { readonly machine: string; readonly index: number } | null;
  }
}

/** Wraps XState's `setup`: plants the injected fault in the config of the machine that the fault names. */
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
