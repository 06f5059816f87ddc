import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { hashSecret } from "../session/tokens.ts";
import type { Complete } from "../shared/complete.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { lockPhone, newPhoneSecret } from "./operatorPhones.ts";

/** Time for which a link code can be used, milliseconds. */
const LIFETIME_MS = 15 * 60_000;

/**
 * Creates the one-time code that links a call tracker to an operator phone, and invalidates an unused earlier code; a
 * linked tracker stays linked until the new code is used. Throws the errors of `lockPhone`.
 */
export const createTrackerLink = async (
  tx: Db,
  companyId: number,
  id: number,
  now: Date,
): Promise<Schemas["OperatorPhoneLink"]> => {
  const { number } = await lockPhone(tx, companyId, { id, seen: undefined });
  const code = newPhoneSecret();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await tx
    .updateTable("operator_phone")
    .set({ link_code_hash: hashSecret(code), link_expires_at: expiresAt })
    .where("id", "=", id)
    .execute();
  return { code, number, expiresAt: expiresAt.toISOString() };
};

/**
 * Links a call tracker to an operator phone by a link code; the token in the request replaces that of the previous
 * tracker. Throws `NotFound` for a code that is unknown, has expired or was already used with a different token.
 */
export const linkTracker = async (
  tx: Db,
  { code, token }: Schemas["TrackerLinkRequest"],
  now: Date,
): Promise<Complete<Schemas["TrackedPhone"]>> => {
  const { rows } = await sql<Complete<Schemas["TrackedPhone"]>>`
    update operator_phone p set tracker_token_hash = ${hashSecret(token)}, link_expires_at = null from company c
    where p.link_code_hash = ${hashSecret(code)} and not p.is_removed and c.id = p.company_id and not c.is_removed
      and (p.link_expires_at > ${now} or p.link_expires_at is null and p.tracker_token_hash = ${hashSecret(token)})
    returning p.number, p.name, c.name as "companyName"`.execute(tx);
  return requireRow(rows[0], "Ссылка устарела или уже использована. Попросите новую.");
};
