import { type RawBuilder, sql } from "kysely";
import { permissionTitles } from "#domain/permissions.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { Tokens } from "../session/tokens.ts";
import { Conflict } from "../shared/domainErrors.ts";

/** Permission values that a request needs, keyed by permission name. */
export type NeededPermissions = Readonly<Record<string, number>>;

/** Refused request that a manager may allow. It is signed, so that the client cannot change it. */
export interface RefusedRequest {
  readonly sessionId: string;
  readonly companyId: number;
  readonly operation: string;
  /** Hash of the operation, its parameters and its body. */
  readonly digest: string;
  readonly needed: NeededPermissions;
  readonly orderId: number | null;
  /** Russian description of the action. */
  readonly summary: string;
}

/** Permissions that managers can never grant for a request (areas, section 13). */
const NEVER_GRANTED: readonly string[] = [
  "role.manage",
  "user.manage",
  "company.edit",
  "company.create",
  "settings.edit",
  "finance.edit",
];

const PURPOSE = "override";
/** Time within which the client must present a refusal to a manager, seconds. */
const LIFETIME_S = 600;

/** Returns true if managers may grant all given permissions for a request. */
export const areGrantable = (needed: NeededPermissions): boolean =>
  Object.keys(needed).every((name) => name in permissionTitles && !NEVER_GRANTED.includes(name));

const titles: Readonly<Record<string, string>> = permissionTitles;

/** Returns the Russian title of a permission. Returns the name of a permission without a title. */
export const titleOfPermission = (name: string): string => titles[name] ?? name;

/** Signs a refused request for the client. */
export const signRefused = (tokens: Tokens, refused: RefusedRequest): Promise<string> =>
  tokens.signFacts(PURPOSE, { ...refused }, LIFETIME_S);

/**
 * Reads a signed refused request. Throws `Conflict` for a forged or expired request, and for a request of a different
 * session or company.
 */
export const readRefused = async (
  tokens: Tokens,
  challenge: string,
  { sessionId, companyId }: Pick<RefusedRequest, "sessionId" | "companyId">,
): Promise<RefusedRequest> => {
  // The cast is safe, because only this server signs claims for this purpose.
  const refused = (await tokens.readFacts(PURPOSE, challenge)) as RefusedRequest | undefined;
  if (refused?.sessionId !== sessionId || refused.companyId !== companyId)
    throw new Conflict("Отказ устарел. Повторите действие и запросите разрешение снова.");
  return refused;
};

/**
 * Returns true if a user with these permissions may grant the needed permissions. Users cannot grant permissions that
 * they lack.
 */
export const canGrant = ({ permissions }: CompanyScope, needed: NeededPermissions): boolean =>
  (permissions["override.grant"] ?? 0) > 0 &&
  areGrantable(needed) &&
  Object.entries(needed).every(([name, value]) => (permissions[name] ?? 0) >= value);

/** Returns SQL that is true if the role `r` may grant the needed permissions, given as jsonb. */
export const canGrantSql = (needed: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  coalesce((r.permissions ->> 'override.grant')::numeric, 0) > 0 and not exists (
    select from jsonb_each_text(${needed}) n
    where coalesce((r.permissions ->> n.key)::numeric, 0) < n.value::numeric or n.key = any(${[...NEVER_GRANTED]}::text[])))`;
