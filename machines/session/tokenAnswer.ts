/** Answer of `POST /token` and `POST /token/refresh`, limited to the fields that the client uses. */
export interface TokenAnswer {
  readonly token: string;
  /** Empty when the server keeps the refresh token in a cookie. */
  readonly refreshToken: string;
  readonly lifeMs: number;
  readonly roles: string;
  readonly userId: string;
  /** Name of the user for display. */
  readonly userName: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads the body of a token answer. Returns undefined for any other body. */
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
