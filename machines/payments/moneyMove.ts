import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { MoneyRequest, MoneyResult } from "./moneyIntent.ts";

/**
 * Mutation that moves money and verifies the outcome if the server does not answer. Only a movement that was not
 * recorded can be sent again.
 */
export const moneyMoveMachine = mutationMachineOf<MoneyRequest, MoneyResult, never>();

/** Event that the money movement sends to the payment dialog. */
export type MoneyReport = MutationReport<MoneyResult, never>;
