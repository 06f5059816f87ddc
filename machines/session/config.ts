/** Client settings from the global `appConfig`, which `config.js` sets. */
export interface AppConfig {
  /** Prefix of all API paths. Empty if the API has the same origin as the page. */
  readonly apiBase: string;
  /**
   * Storage of the refresh token: in an HttpOnly cookie (`cookie`), or in local storage (`body`). In the second case,
   * the client sends the token in request bodies.
   */
  readonly session: "cookie" | "body";
  /** Time limit of one attempt, ms. It includes the reading of the body. */
  readonly requestTimeout: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Reads the client settings from `appConfig`. A missing or invalid setting gets its default value. */
export const readAppConfig = (value: unknown): AppConfig => {
  const apiBase = field(value, "apiBase");
  const timeout = field(value, "requestTimeout");
  return {
    apiBase: typeof apiBase === "string" ? apiBase.replace(/\/+$/, "") : "",
    session: field(value, "session") === "body" ? "body" : "cookie",
    requestTimeout: typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS,
  };
};
