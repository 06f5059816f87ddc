import { type Selectable, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { businessDay, type Day } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import type { Database } from "../../database/schema.d.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, invalidFields, NotFound } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { readCustomerCard, UNDO_DAYS } from "./customerCards.ts";

type Card = Selectable<Database["customer"]>;

/** Company and user of a request. */
interface Actor {
  readonly company: CompanyScope;
  readonly caller: Caller;
}

const FIELDS = ["alias", "note", "birthday", "risk", "risk_reason", "risk_until", "risk_by"] as const;
/** Fields that a merge changes, as the log of merges stores them. */
export type MergedFields = Pick<Card, (typeof FIELDS)[number]>;

const fieldsOf = ({ alias, note, birthday, risk, risk_reason, risk_until, risk_by }: MergedFields): MergedFields => ({
  alias,
  note,
  birthday,
  risk,
  risk_reason,
  risk_until,
  risk_by,
});

const RISKS = ["none", "attention", "blocked"] as const;
const NOTE_LENGTH = 1000;

const riskOf = ({ risk, risk_reason, risk_until, risk_by }: MergedFields) => ({
  risk,
  risk_reason,
  risk_until,
  risk_by,
});

const strength = ({ risk, risk_until: until }: MergedFields, today: Day): number =>
  until !== null && until < today ? 0 : RISKS.indexOf(risk);

const isStricter = (one: MergedFields, other: MergedFields, today: Day): boolean => {
  const difference = strength(one, today) - strength(other, today);
  if (difference !== 0 || strength(one, today) === 0) return difference > 0;
  return other.risk_until !== null && (one.risk_until === null || one.risk_until > other.risk_until);
};

/**
 * Returns the fields of the surviving card after a merge: empty fields get the values of the merged card. Both notes
 * are kept, up to 1000 characters together, and the stricter current risk applies.
 */
export const mergeFields = (into: MergedFields, from: MergedFields, today: Day): MergedFields => {
  const notes = [...new Set([into.note, from.note].filter((note) => note !== null))];
  return {
    alias: into.alias ?? from.alias,
    note: notes.length === 0 ? null : notes.join("\n").slice(0, NOTE_LENGTH),
    birthday: into.birthday ?? from.birthday,
    ...riskOf(isStricter(from, into, today) ? from : into),
  };
};

/**
 * Returns the fields of the surviving card after a merge is undone: a field that was changed after the merge keeps its
 * value. The four fields of the risk are treated as one field.
 */
export const restoreFields = (current: MergedFields, before: MergedFields, after: MergedFields): MergedFields => {
  const isSameRisk = JSON.stringify(riskOf(current)) === JSON.stringify(riskOf(after));
  return {
    alias: current.alias === after.alias ? before.alias : current.alias,
    note: current.note === after.note ? before.note : current.note,
    birthday: current.birthday === after.birthday ? before.birthday : current.birthday,
    ...riskOf(isSameRisk ? before : current),
  };
};

/** Locks cards, and the cards that are merged into them, in ascending id. Returns the cards of `ids`, keyed by id. */
const lockCards = async (tx: Db, companyId: number, ids: readonly number[]): Promise<Map<number, Card>> => {
  const rows = await tx
    .selectFrom("customer")
    .selectAll()
    .where("company_id", "=", companyId)
    .where((eb) => eb.or([eb("id", "in", ids), eb("merged_into_id", "in", ids)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, row]));
};

const requireCard = (cards: Map<number, Card>, id: number): Card => {
  const card = cards.get(id);
  if (!card) throw new NotFound("Клиент не найден.");
  return card;
};

const describe = ({ alias, phone }: Pick<Card, "alias" | "phone">): string => `«${alias ?? phone}»`;

/** Throws `Conflict` for an anonymised or a merged card. The error for a merged card contains the surviving card. */
const checkMergeable = async (tx: Db, card: Card): Promise<void> => {
  if (card.anonymized_at !== null) throw new Conflict("Клиент обезличен, объединить его нельзя.");
  if (card.merged_into_id === null) return;
  const into = await tx
    .selectFrom("customer")
    .select(["id", "alias", "phone"])
    .where("company_id", "=", card.company_id)
    .where("id", "=", card.merged_into_id)
    .executeTakeFirstOrThrow();
  throw new Conflict(`Карточка ${describe(card)} уже объединена с ${describe(into)}.`, { data: { mergedInto: into } });
};

/**
 * Merges a card into a different card and returns the surviving card. Throws:
 * - `Stale` if the caller saw a different version of the merged card,
 * - `Invalid` if both ids are equal,
 * - `NotFound` for an unknown card,
 * - `Conflict` if one of the cards is already merged or anonymised.
 */
export const mergeCustomer = async (
  tx: Db,
  { company, caller }: Actor,
  { id, seen }: VersionedId,
  intoId: number,
): Promise<Schemas["CustomerCard"]> => {
  if (intoId === id) throw invalidFields({ intoId: "Выберите другую карточку." });
  const cards = await lockCards(tx, company.id, [id, intoId]);
  const [from, into] = [requireCard(cards, id), requireCard(cards, intoId)];
  await checkMergeable(tx, from);
  await checkMergeable(tx, into);
  checkVersion(await readCustomerCard(tx, company, id), seen);
  const today = businessDay(new Date(), company.zone);
  const after = mergeFields(into, from, today);
  const moved = await tx
    .updateTable("customer")
    .set({ merged_into_id: intoId })
    .where("company_id", "=", company.id)
    .where("merged_into_id", "=", id)
    .returning("id")
    .execute();
  await tx
    .updateTable("customer")
    .set({ merged_into_id: intoId, version: from.version + 1 })
    .where("company_id", "=", company.id)
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("customer")
    .set({ ...after, version: into.version + 1 })
    .where("company_id", "=", company.id)
    .where("id", "=", intoId)
    .execute();
  await tx
    .insertInto("customer_merge")
    .values({
      company_id: company.id,
      from_id: id,
      into_id: intoId,
      moved_ids: moved.map((card) => card.id),
      before: JSON.stringify(fieldsOf(into)),
      after: JSON.stringify(after),
      merged_by: caller.userId,
    })
    .execute();
  return readCustomerCard(tx, company, intoId);
};

interface Merge {
  readonly id: number;
  readonly intoId: number;
  readonly movedIds: readonly number[];
  readonly before: MergedFields;
  readonly after: MergedFields;
  readonly isOver: boolean;
}

const readMerge = async (tx: Db, companyId: number, fromId: number): Promise<Merge | undefined> => {
  const { rows } = await sql<Merge>`
    select id, into_id as "intoId", moved_ids as "movedIds", before, after,
      merged_at <= now() - make_interval(days => ${UNDO_DAYS}) as "isOver"
    from customer_merge where company_id = ${companyId} and from_id = ${fromId} and undone_at is null
    order by id desc limit 1`.execute(tx);
  return rows[0];
};

const requireMerge = async (tx: Db, companyId: number, id: number): Promise<Merge> => {
  const merge = await readMerge(tx, companyId, id);
  if (merge) return merge;
  const exists = await tx
    .selectFrom("customer")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!exists) throw new NotFound("Клиент не найден.");
  throw new Conflict("Карточка ни с кем не объединена.");
};

/**
 * Undoes the last merge of a card and returns the card. Throws:
 * - `NotFound` for an unknown card,
 * - `Stale` if the caller saw a different version of the merged card,
 * - `Conflict` after 30 days, if the card is not merged, or if the surviving card was merged further or anonymised.
 */
export const unmergeCustomer = async (
  tx: Db,
  { company, caller }: Actor,
  { id, seen }: VersionedId,
): Promise<Schemas["CustomerCard"]> => {
  const merge = await requireMerge(tx, company.id, id);
  const cards = await lockCards(tx, company.id, [id, merge.intoId]);
  const [from, into] = [requireCard(cards, id), requireCard(cards, merge.intoId)];
  checkVersion(await readCustomerCard(tx, company, id), seen);
  if (into.anonymized_at !== null) throw new Conflict("Клиент обезличен, разделить карточки нельзя.");
  if (from.merged_into_id !== into.id || (await readMerge(tx, company.id, id))?.id !== merge.id)
    throw new Conflict(
      into.merged_into_id === null
        ? "Карточку уже отделили."
        : `Сначала отделите карточку ${describe(into)}: она тоже объединена с другой.`,
    );
  if (merge.isOver) throw new Conflict(`После объединения прошло больше ${UNDO_DAYS} дней, разделить карточки нельзя.`);
  await tx
    .updateTable("customer")
    .set({ merged_into_id: null, version: from.version + 1 })
    .where("company_id", "=", company.id)
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("customer")
    .set({ merged_into_id: id })
    .where("company_id", "=", company.id)
    .where("merged_into_id", "=", into.id)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...merge.movedIds]))))
    .execute();
  await tx
    .updateTable("customer")
    .set({ ...restoreFields(fieldsOf(into), merge.before, merge.after), version: into.version + 1 })
    .where("company_id", "=", company.id)
    .where("id", "=", into.id)
    .execute();
  await tx
    .updateTable("customer_merge")
    .set({ undone_at: sql`now()`, undone_by: caller.userId })
    .where("company_id", "=", company.id)
    .where("id", "=", merge.id)
    .execute();
  return readCustomerCard(tx, company, id);
};
