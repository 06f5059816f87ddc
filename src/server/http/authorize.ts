import type { FastifyRequest } from "fastify";
import { permissionTitles } from "#domain/permissions.ts";
import type { Db } from "../database/connection.ts";
import { type Reach, readReach } from "../services/catalogue/catalogueScope.ts";
import { type Caller, holds, readCaller } from "../services/session/caller.ts";
import type { Tokens } from "../services/session/tokens.ts";
import { Forbidden, invalidFields, NotFound, NotSignedIn } from "../services/shared/domainErrors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whoever makes the call, once the access check has let him in. */
    caller: Caller | null;
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

const reachesAnything = ({ companyIds, groupIds }: Reach): boolean => companyIds.length + groupIds.length > 0;

const isAllowed = (caller: Caller, permission: string): boolean => {
  if (permission === "authenticated") return true;
  if (permission === "admin") return caller.roles === "Admin";
  return caller.company ? holds(caller.company, permission) : reachesAnything(caller.reach);
};

/** Whether the path names another user in a call that is everybody's own; an administrator may see any (platform, section 2). */
const isForeignAccount = (caller: Caller, permission: string, params: unknown): boolean =>
  permission === "authenticated" &&
  caller.roles !== "Admin" &&
  typeof params === "object" &&
  params !== null &&
  "userId" in params &&
  String(params.userId) !== String(caller.userId);

/** A caller beyond a single company: in a company group, or in all that is his where a call of the catalogue has no scope. */
const withReach = async (db: Db, caller: Caller, permission: string, request: FastifyRequest): Promise<Caller> => {
  const groupId = idOf(request.params, "companyGroupId", "Неверный номер группы.");
  if (permission === "admin" || (permission === "authenticated" && groupId === undefined)) return caller;
  const { userId, roles } = caller;
  const isChange = request.method !== "GET";
  const { hasPart, ...reach } = await readReach(db, {
    userId,
    isAdmin: roles === "Admin",
    permission,
    isChange,
    groupId,
  });
  if (groupId !== undefined && !hasPart) throw new NotFound("Группа компаний не найдена.");
  return { ...caller, reach };
};

const titles: Readonly<Record<string, string>> = permissionTitles;

/** Why a caller without a permission is refused, in the permission's own words where it has some. */
const refusalOf = (permission: string): string => {
  const title = titles[permission];
  return title === undefined ? "У вас нет права на это действие." : `У вас нет права «${title}».`;
};

/** Lets a request in as its operation's x-permission says: 401 without a session, 404 outside the company or group or of another's account, 403 without the permission. */
export const admit = async (db: Db, tokens: Tokens, permission: string, request: FastifyRequest): Promise<void> => {
  if (permission === "public") return;
  const sessionId = await findSession(tokens.readAccess, request.headers.authorization);
  if (!sessionId) throw new NotSignedIn();
  const companyId = idOf(request.params, "companyId", "Неверный номер компании.");
  const known = await readCaller(db, sessionId, companyId);
  if (!known) throw new NotSignedIn();
  const caller = companyId === undefined ? await withReach(db, known, permission, request) : known;
  request.caller = caller;
  if (companyId !== undefined && !caller.company && permission !== "admin") throw new NotFound("Компания не найдена.");
  if (isForeignAccount(caller, permission, request.params)) throw new NotFound("Пользователь не найден.");
  if (!isAllowed(caller, permission)) throw new Forbidden(refusalOf(permission));
};
