import { type Api, unwrap } from "#api/client.ts";
import { currentEntry } from "#machines/core/currentEntry.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import {
  type CashShift,
  type ClosingRequest,
  closingMutationMachine,
  isShift,
  isShiftReport,
  type ShiftPath,
  type ShiftReport,
  shiftReportQuery,
} from "./cashShift.ts";

type Outcome = MutationOutcome<ShiftReport, CashShift>;

/** Dependencies of the actors of a cash shift. */
export interface ShiftParts extends QueryParts {
  readonly newKey: () => string;
}

const close = async (api: Api, { key, request }: MutationIntent<ClosingRequest>): Promise<Outcome> => {
  const { companyId, id, version, ...body } = request;
  try {
    const result = await unwrap(
      api.POST("/api/CashShift/{id}/Company/{companyId}/Close", {
        params: { path: { companyId, id }, header: toWriteHeaders({ version, key }) },
        body: { ...body, reason: body.reason || null },
      }),
      isShiftReport,
    );
    return { kind: "recorded", result };
  } catch (error) {
    return failedOutcome(error, currentEntry(isShift));
  }
};

/** Verifies an unanswered closing: reads the report of the shift. The closing was recorded if the shift is closed. */
const verify = async (
  api: Api,
  { request: { companyId, id } }: MutationIntent<ClosingRequest>,
  signal: AbortSignal,
): Promise<Outcome> => {
  try {
    const result = await shiftReportQuery.load(api, { companyId, id }, signal);
    return result.shift.closedAt === null ? { kind: "notRecorded" } : { kind: "recorded", result };
  } catch (error) {
    return failedOutcome(error);
  }
};

export const cashShiftActors = (parts: ShiftParts) => ({
  report: queryMachineOf<ShiftPath, ShiftReport>().provide({ actors: queryActors(parts, shiftReportQuery) }),
  closing: closingMutationMachine.provide({
    actors: unstoredMutationActors(parts, {
      send: (intent: MutationIntent<ClosingRequest>) => close(parts.api, intent),
      verify: (intent, signal) => verify(parts.api, intent, signal),
    }),
  }),
});
