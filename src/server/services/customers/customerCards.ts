import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { businessDay, type Day } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { saveKeptAddresses } from "./customerAddresses.ts";
import { cardIdsSql, currentRiskSql, customerAddressesSql } from "./customerSql.ts";

type Card = Schemas["CustomerCard"];

/** Number of days during which a merge can be undone. */
export const UNDO_DAYS = 30;

/**
 * SQL for the text that replaces the phone of the anonymised card `c`. The text is unique, because the phones of cards
 * must be unique.
 */
export const anonymousPhoneSql = sql`'anonymous-' || c.id`;

/** Returns the SQL for a card as a JSON object of the type `CustomerLink`. */
const linkSql = (card: "c" | "f" | "t") => {
  const column = (name: string) => sql.ref(`${card}.${name}`);
  return sql`json_build_object('id', ${column("id")}, 'alias', ${column("alias")},
    'phone', case when ${column("anonymized_at")} is null then ${column("phone")} else '' end)`;
};

const mergesSql = sql`coalesce((
  select json_agg(json_build_object('id', j.id, 'from', ${linkSql("f")}, 'into', ${linkSql("t")},
    'mergedAt', j.merged_at, 'mergedBy', (select alias from app_user where id = j.merged_by),
    'undoneAt', j.undone_at, 'undoneBy', (select alias from app_user where id = j.undone_by),
    'canUndo', j.undone_at is null and f.merged_into_id = t.id and t.anonymized_at is null
      and j.merged_at > now() - make_interval(days => ${UNDO_DAYS})) order by j.id desc)
  from (select * from customer_merge where company_id = c.company_id and (from_id = c.id or into_id = c.id) order by id desc limit 50) j
  join customer f on f.id = j.from_id and f.company_id = c.company_id
  join customer t on t.id = j.into_id and t.company_id = c.company_id), '[]'::json)`;

const lastOrdersSql = sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'internalId', l.internal_id, 'date', l.date, 'amount', l.amount,
    'statusName', l.name, 'isCanceled', l.is_cancel) order by l.date desc, l.id desc)
  from (select o.id, o.internal_id, o.date, o.amount, s.name, s.is_cancel
    from orders o join order_status s on s.id = o.status_id where o.company_id = c.company_id and o.customer_id in ${cardIdsSql}
    order by o.date desc, o.id desc limit 20) l), '[]'::json)`;

interface CardRow extends Omit<Card, "firstOrderDate" | "lastOrderDate"> {
  readonly firstOrderDate: Date | null;
  readonly lastOrderDate: Date | null;
}

/** Reads the card of a customer. Throws `NotFound` for an unknown customer. */
export const readCustomerCard = async (db: Db, company: CompanyScope, id: number): Promise<Card> => {
  const today = businessDay(new Date(), company.zone);
  const risk = currentRiskSql(today);
  const { rows } = await sql<CardRow>`
    select c.id, c.company_id as "companyId", c.alias, case when c.anonymized_at is null then c.phone else '' end as phone,
      c.birthday, c.note, ${risk} as risk, c.version, c.anonymized_at is not null as "isAnonymized",
      case when ${risk} <> 'none' then c.risk_reason end as "riskReason",
      case when ${risk} <> 'none' then c.risk_until end as "riskUntil",
      case when ${risk} <> 'none' then (select alias from app_user where id = c.risk_by) end as "riskBy",
      c.order_count as "orderCount", c.total_pay as "totalPay", c.first_order_date as "firstOrderDate",
      c.last_order_date as "lastOrderDate",
      case when c.order_count = 0 then 0 else round(c.total_pay / c.order_count, 2) end as "avaragePay",
      (select count(*)::int from orders where company_id = c.company_id and customer_id in ${cardIdsSql} and is_open) as "openOrderCount",
      ${customerAddressesSql} as addresses, ${lastOrdersSql} as "lastOrders", ${mergesSql} as merges,
      coalesce((select json_agg(${linkSql("f")} order by f.id) from customer f where f.company_id = c.company_id and f.merged_into_id = c.id), '[]'::json) as phones,
      (select ${linkSql("t")} from customer t where t.company_id = c.company_id and t.id = c.merged_into_id) as "mergedInto"
    from customer c where c.company_id = ${company.id} and c.id = ${id}`.execute(db);
  const card = requireRow(rows[0], "Клиент не найден.");
  return {
    ...card,
    firstOrderDate: card.firstOrderDate?.toISOString() ?? null,
    lastOrderDate: card.lastOrderDate?.toISOString() ?? null,
  };
};

/**
 * Throws `Conflict` for a card that is anonymised or merged into a different card, because such a card cannot change.
 */
export const checkCardChangeable = ({ mergedInto, isAnonymized }: Card): void => {
  if (isAnonymized) throw new Conflict("Клиент обезличен, карточку не изменить.");
  if (mergedInto)
    throw new Conflict(`Карточка объединена с «${mergedInto.alias ?? mergedInto.phone}». Измените ту карточку.`);
};

const EARLIEST = "1900-01-01";

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const checkSave = (save: Schemas["CustomerSave"], today: Day): void => {
  if (save.risk !== "none" && !save.riskReason?.trim()) throw invalidFields({ riskReason: "Укажите причину." });
  if (save.risk !== "none" && save.riskUntil && (!isDay(save.riskUntil) || save.riskUntil < today))
    throw invalidFields({ riskUntil: "Укажите сегодняшний день или позже." });
  if (save.birthday && (!isDay(save.birthday) || save.birthday > today || save.birthday < EARLIEST))
    throw invalidFields({ birthday: "Такого дня рождения быть не может." });
};

const riskColumns = (card: Card, save: Schemas["CustomerSave"], caller: Caller) => {
  if (save.risk === "none") return { risk: "none" as const, risk_reason: null, risk_until: null, risk_by: null };
  const reason = save.riskReason?.trim() || null;
  const until = save.riskUntil ?? null;
  const isSame = card.risk === save.risk && card.riskReason === reason && card.riskUntil === until;
  return { risk: save.risk, risk_reason: reason, risk_until: until, ...(!isSame && { risk_by: caller.userId }) };
};

/**
 * Updates the fields of a customer. Throws:
 * - `NotFound` for an unknown customer,
 * - `Stale` if the caller saw a different version,
 * - `Conflict` for a merged or anonymised card,
 * - `Invalid` for a risk without a reason, for a last day of the risk in the past, for an impossible birthday, or for
 *   invalid addresses.
 */
export const updateCustomerCard = async (
  tx: Db,
  { company, caller }: { company: CompanyScope; caller: Caller },
  { id, seen }: VersionedId,
  save: Schemas["CustomerSave"],
): Promise<Card> => {
  await tx
    .selectFrom("customer")
    .select("id")
    .where("company_id", "=", company.id)
    .where((eb) => eb.or([eb("id", "=", id), eb("merged_into_id", "=", id)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const card = await readCustomerCard(tx, company, id);
  checkVersion(card, seen);
  checkCardChangeable(card);
  checkSave(save, businessDay(new Date(), company.zone));
  await tx
    .updateTable("customer")
    .set((eb) => ({
      alias: save.alias?.trim() || null,
      note: save.note?.trim() || null,
      ...(save.birthday !== undefined && { birthday: save.birthday }),
      ...riskColumns(card, save, caller),
      version: eb("version", "+", 1),
    }))
    .where("company_id", "=", company.id)
    .where("id", "=", id)
    .execute();
  if (save.addresses) await saveKeptAddresses(tx, company.id, id, save.addresses);
  return readCustomerCard(tx, company, id);
};
