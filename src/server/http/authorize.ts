import type { FastifyRequest } from "fastify";
import { permissionTitles } from "#domain/permissions.ts";
import type { Db } from "../database/connection.ts";
import { type CatalogueScope, catalogueOfCompany, readCatalogueScope } from "../services/catalogue/catalogueScope.ts";
import {
  type Caller,
  type CallerInCompany,
  type CompanyScope,
  hasPermission,
  readCaller,
} from "../services/session/caller.ts";
import type { Tokens } from "../services/session/tokens.ts";
import { Forbidden, invalidFields, NotFound, NotSignedIn } from "../services/shared/domainErrors.ts";

/** Caller of an authorised request, with the company and the catalogue that the operation is about. */
export interface Access {
  readonly caller: Caller;
  readonly company: CompanyScope | undefined;
  readonly scope: CatalogueScope | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null before the access check and in public operations. */
    access: Access | null;
  }
}

const MAX_ID = 2147483647;

/** Returns the bearer token of an Authorization header. */
export const readBearer = (authorization: unknown): string | undefined =>
  /^Bearer ([\w.-]+)$/i.exec(String(authorization ?? ""))?.[1];

/** Returns the session of the bearer token in an Authorization header. Undefined without a token that `read` accepts. */
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
  return company ? hasPermission(company, permission) : hasEntries(scope);
};

/** Returns whether an operation on the user's own account names another user. Administrators may name any (platform, section 2). */
const isForeignAccount = (caller: Caller, permission: string, params: unknown): boolean =>
  permission === "authenticated" &&
  caller.roles !== "Admin" &&
  typeof params === "object" &&
  params !== null &&
  "userId" in params &&
  String(params.userId) !== String(caller.userId);

/**
 * Returns the catalogue entries that the operation is about: those of the company, of the group in the path, or of every company and
 * group where the caller holds the permission. Throws `NotFound` for a group without the caller.
 */
const resolveScope = async (
  db: Db,
  { caller, company }: CallerInCompany,
  permission: string,
  request: FastifyRequest,
): Promise<CatalogueScope | undefined> => {
  if (company) return catalogueOfCompany(company.id, company.groupId);
  const groupId = idOf(request.params, "companyGroupId", "Неверный номер группы.");
  if (permission === "admin" || (permission === "authenticated" && groupId === undefined)) return undefined;
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

const titles: Readonly<Record<string, string>> = permissionTitles;

/** Returns the sentence for a caller without the permission, with its title where it has one. */
const refusalOf = (permission: string): string => {
  const title = titles[permission];
  return title === undefined ? "У вас нет права на это действие." : `У вас нет права «${title}».`;
};

/**
 * Checks a request against its operation's x-permission. Throws `NotSignedIn` without a session, `NotFound` outside the caller's
 * companies, groups and account, and `Forbidden` without the permission. Returns null for a public operation.
 */
export const authorize = async (
  db: Db,
  tokens: Tokens,
  permission: string,
  request: FastifyRequest,
): Promise<Access | null> => {
  if (permission === "public") return null;
  const sessionId = await findSession(tokens.readAccess, request.headers.authorization);
  if (!sessionId) throw new NotSignedIn();
  const companyId = idOf(request.params, "companyId", "Неверный номер компании.");
  const known = await readCaller(db, sessionId, companyId);
  if (!known) throw new NotSignedIn();
  // Set before the checks, so that the log names the user of a refused request.
  request.access = { ...known, scope: undefined };
  if (companyId !== undefined && !known.company) throw new NotFound("Компания не найдена.");
  const access = { ...known, scope: await resolveScope(db, known, permission, request) };
  if (isForeignAccount(known.caller, permission, request.params)) throw new NotFound("Пользователь не найден.");
  if (!isAllowed(access, permission)) throw new Forbidden(refusalOf(permission));
  return access;
};
