import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { confirmPayments } from "../payments/confirm.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict, NotFound } from "../shared/domainErrors.ts";

interface Row {
  readonly orderId: number;
  readonly paymentId: number;
  readonly employeeId: number | null;
  readonly isCash: boolean;
  readonly amount: number;
}

/**
 * Confirms the pending cash payments that an employee hands in, either all or none. Throws `NotFound` for an unknown
 * payment, `Conflict` for a payment that is not cash or belongs to a different employee, and the errors of
 * `confirmPayments`.
 */
export const handInCash = async (
  tx: Db,
  companyId: number,
  caller: Caller,
  { employeeId, paymentIds }: Schemas["CashHandIn"],
): Promise<Schemas["CashHandInResult"]> => {
  const { rows } = await sql<Row>`select p.order_id as "orderId", p.id as "paymentId", p.operator_id as "employeeId",
      m.is_cash as "isCash", p.amount
    from payment p join payment_method m on m.id = p.payment_method_id
    where p.company_id = ${companyId} and p.id = any(${paymentIds}::int[])`.execute(tx);
  if (rows.length < paymentIds.length) throw new NotFound("Оплата не найдена.");
  if (rows.some((row) => row.employeeId !== employeeId || !row.isCash))
    throw new Conflict("Сдать можно только наличные этого сотрудника.");
  await confirmPayments(tx, caller, companyId, rows);
  return { count: rows.length, amount: sumMoney(rows.map(({ amount }) => amount)) };
};
