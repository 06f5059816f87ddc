import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { found } from "../problem.ts";
import type { Caller } from "./caller.ts";
import { recordHistory } from "./orders/order-history.ts";
import type { Schemas } from "./wire.ts";

type Kind = Schemas["PrintJob"]["kind"];

const WORDS: Record<Kind, string> = {
  preBill: "Пречек",
  kitchen: "Заказ на кухню",
  usedStockItems: "Израсходованные товары",
};

/** Puts a job into the print queue of a company. Nobody can be on duty yet, so the client prints at once. */
export const queuePrint = async (
  tx: Db,
  caller: Caller,
  place: { companyId: number; orderId: number },
  kind: Kind,
): Promise<Schemas["PrintJob"]> => {
  const { rows } = await sql<{ id: number }>`
    insert into print_job (company_id, order_id, kind, operator_id)
    select company_id, id, ${kind}, ${caller.userId} from orders
    where id = ${place.orderId} and company_id = ${place.companyId} returning id`.execute(tx);
  const { id } = found(rows[0], "Заказ не найден.");
  await recordHistory(tx, place.orderId, caller.userId, [{ typeElement: "Print", type: "Add", newName: WORDS[kind] }]);
  return { id, kind, status: "waiting", isPrinterOnDuty: false };
};
