import { createHash, createHmac, randomBytes, randomUUID, webcrypto } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { Db } from "../../database/connection.ts";

/**
 * Service that issues and verifies the tokens of one installation. The database stores its secret, so that all
 * processes share the secret.
 */
export interface Tokens {
  signAccess(claims: { userId: number; sessionId: string }): Promise<string>;
  /** Returns the session id in an access token, or undefined when the token is forged or expired. */
  readAccess(token: string): Promise<string | undefined>;
  /** Returns the session id in an access token, even if the token has expired. Must be used only to end the session. */
  readPastAccess(token: string): Promise<string | undefined>;
  /** Signs claims that the client sends back in a later request. `lifetime` is in seconds. */
  signFacts(purpose: string, facts: Readonly<Record<string, unknown>>, lifetime: number): Promise<string>;
  /**
   * Returns the claims of a signed token, or undefined when the token is forged, expired or signed for a different
   * purpose.
   */
  readFacts(purpose: string, token: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Returns a random refresh token, the first of a session. */
  newRefresh(): string;
  /** Returns the next refresh token after `refresh`. Calls with the same token return the same result. */
  successorOf(refresh: string): string;
  /** Lifetime of an access token, seconds. */
  readonly accessTtl: number;
}

/** Returns the hash of a secret. The hash is stored instead of the secret. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const readSecret = async (db: Db): Promise<Buffer> => {
  const fresh = randomBytes(32).toString("base64");
  await db
    .insertInto("setting")
    .values({ name: "tokenSecret", value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", "tokenSecret")
    .executeTakeFirstOrThrow();
  return Buffer.from(value, "base64");
};

/** Creates the token service with the secret that the database stores. */
export const openTokens = async (db: Db, accessTtl: number): Promise<Tokens> => {
  const secret = await readSecret(db);
  const usage: webcrypto.KeyUsage[] = ["sign", "verify"];
  const key = await webcrypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, usage);
  const sessionOf = (token: string, clockTolerance: number): Promise<string | undefined> =>
    jwtVerify(token, key, { algorithms: ["HS256"], clockTolerance }).then(
      ({ payload }) => (typeof payload["sid"] === "string" ? payload["sid"] : undefined),
      () => undefined,
    );
  return {
    accessTtl,
    signAccess: ({ userId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(String(userId))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${accessTtl}s`)
        .sign(key),
    readAccess: (token) => sessionOf(token, 0),
    readPastAccess: (token) => sessionOf(token, Number.MAX_SAFE_INTEGER),
    signFacts: (purpose, facts, lifetime) =>
      new SignJWT({ facts })
        .setProtectedHeader({ alg: "HS256" })
        .setAudience(purpose)
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(key),
    readFacts: (purpose, token) =>
      jwtVerify<{ facts: Readonly<Record<string, unknown>> }>(token, key, {
        algorithms: ["HS256"],
        audience: purpose,
      }).then(
        ({ payload }) => payload.facts,
        () => undefined,
      ),
    newRefresh: () => randomBytes(32).toString("base64url"),
    successorOf: (refresh) => createHmac("sha256", secret).update(`refresh:${refresh}`).digest("base64url"),
  };
};
