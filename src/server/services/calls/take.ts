import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict, requireRow } from "../shared/domainErrors.ts";
import { notifyTakenCall } from "./announce.ts";

/**
 * Locks a call. Returns the operator who has taken the call and the time of taking, both null for a call that is not
 * taken. Throws `NotFound` if the company has no such call.
 */
const lockTaking = async (tx: Db, companyId: number, callId: number) => {
  const rows = await tx
    .selectFrom("operator_phone_call")
    .select(["taken_by as userId", "taken_at as takenAt"])
    .where("id", "=", callId)
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
  return requireRow(rows[0], "Такого звонка нет.");
};

/** Throws `Conflict` with the name of the operator who has taken the call. */
const refuseTaken = async (tx: Db, userId: number): Promise<never> => {
  const user = await tx.selectFrom("app_user").select("alias").where("id", "=", userId).executeTakeFirstOrThrow();
  throw new Conflict(`Звонок уже у другого оператора: ${user.alias}.`, { data: { takenBy: user.alias } });
};

/**
 * Assigns a call to the operator who sends the request, and informs the other operators. Throws `NotFound` for an
 * unknown call, and `Conflict` with the operator's name if another operator has taken the call.
 */
export const takeCall = async (
  tx: Db,
  companyId: number,
  { userId, alias }: Caller,
  callId: number,
): Promise<Schemas["TakenCall"]> => {
  const taking = await lockTaking(tx, companyId, callId);
  if (taking.userId !== null && taking.userId !== userId) return refuseTaken(tx, taking.userId);
  const takenAt = taking.takenAt ?? new Date();
  if (taking.userId === null) {
    await tx
      .updateTable("operator_phone_call")
      .set({ taken_by: userId, taken_at: takenAt })
      .where("id", "=", callId)
      .where("company_id", "=", companyId)
      .execute();
    await notifyTakenCall(tx, { companyId, callId, userId, takenBy: alias });
  }
  return { id: callId, takenBy: alias, takenAt: takenAt.toISOString() };
};
