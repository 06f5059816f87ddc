import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { MoneyRequest, MoneyResult } from "./moneyIntent.ts";

/** Mutation that moves money. */
export const moneyMoveMachine = mutationMachineOf<MoneyRequest, MoneyResult, never>();

/** Reports of a movement to its dialog. */
export type MoneyReport = MutationReport<MoneyResult, never>;
