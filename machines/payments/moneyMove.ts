import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { MoneyRequest, MoneyResult } from "./moneyIntent.ts";

/**
 * Mutation that moves money. `core/mutation.machine.ts` decides what happens if the server does not answer: it asks whether the payment was
 * recorded, and never sends it twice.
 */
export const moneyMoveMachine = mutationMachineOf<MoneyRequest, MoneyResult, never>();

/** Event that `moneyMoveMachine` sends to the dialog. */
export type MoneyReport = MutationReport<MoneyResult, never>;
