import type { FastifyRequest } from "fastify";
import type { Db } from "../database/connection.ts";
import { missing, Problem } from "../problem.ts";
import { type Caller, holds, readCaller } from "../services/caller.ts";
import type { Tokens } from "../services/tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whoever makes the call, once the access check has let him in. */
    caller: Caller | null;
  }
}

const MAX_ID = 2147483647;

/** The session of the bearer token in an Authorization header; undefined without a valid one. */
export const sessionOf = async (tokens: Tokens, authorization: unknown): Promise<string | undefined> => {
  const token = /^Bearer ([\w.-]+)$/i.exec(String(authorization ?? ""))?.[1];
  return token ? tokens.readAccess(token) : undefined;
};

const companyIdOf = (params: unknown): number | undefined => {
  if (typeof params !== "object" || params === null || !("companyId" in params)) return undefined;
  const id = /^\d{1,10}$/.test(String(params.companyId)) ? Number(params.companyId) : 0;
  if (id < 1 || id > MAX_ID)
    throw new Problem(400, "Проверьте заполнение полей.", { errors: { companyId: "Неверный номер компании." } });
  return id;
};

const unauthenticated = (): Problem =>
  new Problem(401, "Вы не вошли или сеанс закончился.", { headers: { "www-authenticate": "Bearer" } });

const isAllowed = (caller: Caller, permission: string): boolean => {
  if (permission === "authenticated") return true;
  if (permission === "admin") return caller.roles === "Admin";
  return caller.company !== undefined && holds(caller.company, permission);
};

/** Whether the path names another user in a call that is everybody's own; an administrator may see any (platform, section 2). */
const isForeignAccount = (caller: Caller, permission: string, params: unknown): boolean =>
  permission === "authenticated" &&
  caller.roles !== "Admin" &&
  typeof params === "object" &&
  params !== null &&
  "userId" in params &&
  String(params.userId) !== String(caller.userId);

/** Lets a request in as its operation's x-permission says: 401 without a session, 404 outside the company or of another's account, 403 without the permission. */
export const admit = async (db: Db, tokens: Tokens, permission: string, request: FastifyRequest): Promise<void> => {
  if (permission === "public") return;
  const sessionId = await sessionOf(tokens, request.headers.authorization);
  if (!sessionId) throw unauthenticated();
  const companyId = companyIdOf(request.params);
  const caller = await readCaller(db, sessionId, companyId);
  if (!caller) throw unauthenticated();
  request.caller = caller;
  if (companyId !== undefined && !caller.company && permission !== "admin") throw missing("Компания не найдена.");
  if (isForeignAccount(caller, permission, request.params)) throw missing("Пользователь не найден.");
  if (!isAllowed(caller, permission)) throw new Problem(403, "У вас нет права на это действие.");
};
