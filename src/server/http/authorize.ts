import type { FastifyRequest } from "fastify";
import { permissionTitles } from "#domain/permissions.ts";
import type { Db } from "../database/connection.ts";
import { type CatalogueScope, catalogueOfCompany, readCatalogueScope } from "../services/catalogue/catalogueScope.ts";
import {
  type Caller,
  type CallerInCompany,
  type CompanyScope,
  hasModule,
  hasPermission,
  readCaller,
} from "../services/session/caller.ts";
import type { Tokens } from "../services/session/tokens.ts";
import { Forbidden, invalidFields, NotFound, NotSignedIn } from "../services/shared/domainErrors.ts";
import type { DescribedOperation } from "./description.ts";

/** Result of the access check: the caller, the company and the catalogue scope that the operation may use. */
export interface Access {
  readonly caller: Caller;
  readonly company: CompanyScope | undefined;
  readonly scope: CatalogueScope | undefined;
  /**
   * Permission that the operation requires and the caller lacks, but that a manager may grant for this request. Without
   * such a grant the request must be refused.
   */
  readonly missing?: string | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Result of the access check. After a refused check, it contains only the caller and the company. Null before the
     * session is verified, and in public operations.
     */
    access: Access | null;
  }
}

/** Permission that belongs to a user account instead of a role, because a user without a company has no role. */
const COMPANY_CREATE = "company.create";

const MAX_ID = 2147483647;

/** Returns the token of an `Authorization: Bearer` header, or undefined. */
export const readBearer = (authorization: unknown): string | undefined =>
  /^Bearer ([\w.-]+)$/i.exec(String(authorization ?? ""))?.[1];

/** Returns the session id in the bearer token, or undefined when the token is missing or invalid. */
export const findSession = async (read: Tokens["readAccess"], authorization: unknown): Promise<string | undefined> => {
  const token = readBearer(authorization);
  return token ? read(token) : undefined;
};

const idOf = (params: unknown, name: string, wrong: string): number | undefined => {
  if (typeof params !== "object" || params === null || !(name in params)) return undefined;
  const text = String(Reflect.get(params, name));
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > MAX_ID) throw invalidFields({ [name]: wrong });
  return id;
};

const hasEntries = (scope: CatalogueScope | undefined): boolean =>
  scope !== undefined && scope.companyIds.length + scope.groupIds.length > 0;

const isAllowed = ({ caller, company, scope }: Access, permission: string): boolean => {
  if (permission === "authenticated") return true;
  if (permission === "admin") return caller.roles === "Admin";
  if (permission === COMPANY_CREATE) return caller.canCreateCompany;
  return company ? hasPermission(company, permission) : hasEntries(scope);
};

/**
 * Returns true if the path names a different user than the caller, the operation needs only a sign-in, and the caller
 * is not a global administrator (platform, section 2).
 */
const isForeignAccount = (caller: Caller, permission: string, params: unknown): boolean =>
  permission === "authenticated" &&
  caller.roles !== "Admin" &&
  typeof params === "object" &&
  params !== null &&
  "userId" in params &&
  String(params.userId) !== String(caller.userId);

/**
 * Returns the catalogue scope of an operation: the company or group in the path or, without either of them, all
 * companies and groups in which the caller has the permission. Returns undefined for an operation without a catalogue
 * scope. Throws `NotFound` if the caller belongs to no company of the group and is not a global administrator.
 */
const resolveScope = async (
  db: Db,
  { caller, company }: CallerInCompany,
  permission: string,
  request: FastifyRequest,
): Promise<CatalogueScope | undefined> => {
  if (company) return catalogueOfCompany(company.id, company.groupId);
  const groupId = idOf(request.params, "companyGroupId", "Неверный номер группы.");
  if (
    permission === "admin" ||
    permission === COMPANY_CREATE ||
    (permission === "authenticated" && groupId === undefined)
  )
    return undefined;
  const { hasPart, ...scope } = await readCatalogueScope(db, {
    userId: caller.userId,
    isAdmin: caller.roles === "Admin",
    permission,
    isChange: request.method !== "GET",
    groupId,
  });
  if (groupId !== undefined && !hasPart) throw new NotFound("Группа компаний не найдена.");
  return scope;
};

const titles: Readonly<Record<string, string>> = { ...permissionTitles, [COMPANY_CREATE]: "Создание компаний" };

/** Returns the Russian message for a caller who lacks the permission. */
export const refusalOf = (permission: string): string => {
  const title = titles[permission];
  return title === undefined ? "У вас нет права на это действие." : `У вас нет права «${title}».`;
};

/**
 * Checks that the caller may call the operation. Returns null for a public operation, otherwise the access of the
 * caller, in which `missing` is set only if a manager can grant the missing permission. Throws:
 * - `NotSignedIn` without an active session,
 * - `NotFound` for a hidden company, group or account,
 * - `Invalid` for a malformed id,
 * - `Forbidden` for a missing permission that no manager can grant.
 */
export const authorize = async (
  db: Db,
  tokens: Tokens,
  { permission, isOverridable }: Pick<DescribedOperation, "permission" | "isOverridable">,
  request: FastifyRequest,
): Promise<Access | null> => {
  if (permission === "public") return null;
  const sessionId = await findSession(tokens.readAccess, request.headers.authorization);
  if (!sessionId) throw new NotSignedIn();
  const companyId = idOf(request.params, "companyId", "Неверный номер компании.");
  const found = await readCaller(db, sessionId, companyId);
  if (!found) throw new NotSignedIn();
  // The caller is stored before the checks, so that the log names the user even when the request is refused.
  request.access = { ...found, scope: undefined };
  if (companyId !== undefined && !found.company) throw new NotFound("Компания не найдена.");
  const access = { ...found, scope: await resolveScope(db, found, permission, request) };
  if (isForeignAccount(found.caller, permission, request.params)) throw new NotFound("Пользователь не найден.");
  if (isAllowed(access, permission)) return access;
  if (isOverridable && access.company && hasModule(access.company, "overrides"))
    return { ...access, missing: permission };
  throw new Forbidden(refusalOf(permission));
};
