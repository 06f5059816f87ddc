/** Fields of the answer to `POST /token` and `POST /token/refresh` that the client uses. */
export interface TokenAnswer {
  readonly token: string;
  /** Refresh token. Empty if the server keeps it in a cookie. */
  readonly refreshToken: string;
  readonly lifeMs: number;
  readonly roles: string;
  readonly userId: string;
  /** Display name of the user. */
  readonly userName: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Converts an answer body into tokens. Returns undefined if the body has another format. */
export const readTokenAnswer = (body: unknown): TokenAnswer | undefined => {
  if (typeof body !== "object" || body === null) return undefined;
  const seconds: unknown = Reflect.get(body, "expires_in");
  const token = text(Reflect.get(body, "access_token"));
  if (token === "" || typeof seconds !== "number" || !(seconds > 0)) return undefined;
  const userId: unknown = Reflect.get(body, "userId");
  return {
    token,
    refreshToken: text(Reflect.get(body, "refresh_token")),
    lifeMs: seconds * 1000,
    roles: text(Reflect.get(body, "roles")),
    userId: typeof userId === "number" ? String(userId) : text(userId),
    userName: text(Reflect.get(body, "userName")),
  };
};
