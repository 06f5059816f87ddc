import { hasFields } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import { parseAmount, roundMoney } from "#domain/money.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import { livePolling, type QueryDescriptor, type QueryReport } from "#machines/core/query.ts";

export type CashShift = Schemas["CashShift"];
export type ShiftReport = Schemas["CashShiftReport"];

/** Company and shift in the path of a call. */
export interface ShiftPath {
  readonly companyId: number;
  readonly id: number;
}

/** Request to close a shift. `version` and the `expected` amount in roubles are the values that the user saw. */
export interface ClosingRequest extends ShiftPath {
  readonly version: number;
  readonly counted: number;
  readonly expected: number;
  readonly reason: string;
}

export const closingMutationMachine = mutationMachineOf<ClosingRequest, ShiftReport, CashShift>();

/** Events that the mutation sends to the machine of the shift. */
export type ClosingReport = MutationReport<ShiftReport, CashShift>;

/** Events that the query of the report sends to the machine of the shift. */
export type ShiftQueryReport = QueryReport<ShiftPath, ShiftReport, "report">;

/** Returns true if an answer is a cash shift. */
export const isShift = (answer: unknown): answer is CashShift =>
  hasFields(answer, { id: "number", number: "number", opening: "number", openedAt: "moment", version: "number" });

/** Returns true if an answer is the report of a shift. */
export const isShiftReport = (answer: unknown): answer is ShiftReport =>
  hasFields(answer, { expected: "number", payments: "number", refunds: "number", pending: "list", at: "moment" }) &&
  isShift(Reflect.get(answer, "shift"));

const POLL_MS = 30_000;

/** Descriptor of the query for the report of a shift. The report of an open shift is polled. */
export const shiftReportQuery: QueryDescriptor<ShiftPath, ShiftReport> = {
  name: "shiftReport",
  polling: (_, { shift }) => livePolling(shift.closedAt === null, POLL_MS),
  load: (api, path, signal) =>
    unwrap(api.GET("/api/CashShift/{id}/Company/{companyId}/Report", { params: { path }, signal }), isShiftReport),
};

/** Counted cash and reason as typed, and the report with the expected amount. */
interface Count {
  readonly report: ShiftReport | undefined;
  readonly counted: string;
  readonly reason: string;
}

/**
 * Returns the counted amount minus the expected amount, roubles. A shortage is negative. Returns undefined if one of
 * the two amounts is unknown.
 */
export const differenceOf = ({ report, counted }: Pick<Count, "report" | "counted">): number | undefined => {
  const amount = parseAmount(counted);
  return report && amount !== undefined ? roundMoney(amount - report.expected) : undefined;
};

/** Reason why a shift cannot be closed. */
export type ClosingReason = "noReport" | "noAmount" | "badAmount" | "noReason";

/**
 * Returns the reason why a shift cannot be closed, or undefined if there is none. Used by the guard and for the
 * tooltip.
 */
export const reasonNotToClose = (count: Count): ClosingReason | undefined => {
  if (!count.report) return "noReport";
  if (count.counted.trim() === "") return "noAmount";
  const amount = parseAmount(count.counted);
  if (amount === undefined || roundMoney(amount) !== amount) return "badAmount";
  return differenceOf(count) !== 0 && count.reason.trim() === "" ? "noReason" : undefined;
};
