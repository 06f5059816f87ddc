/** Settings of the client, from the global `appConfig` of `config.js`. */
export interface AppConfig {
  /** Prefix of every API path. Empty for the server of the page. */
  readonly apiBase: string;
  /** Place of the refresh token: an HttpOnly cookie, or request bodies and local storage. */
  readonly session: "cookie" | "body";
  /** Time limit of one attempt of a call, ms, the reading of the body included. */
  readonly requestTimeout: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Reads the settings. A value that is absent or of a wrong type takes its default. */
export const readAppConfig = (value: unknown): AppConfig => {
  const apiBase = field(value, "apiBase");
  const timeout = field(value, "requestTimeout");
  return {
    apiBase: typeof apiBase === "string" ? apiBase.replace(/\/+$/, "") : "",
    session: field(value, "session") === "body" ? "body" : "cookie",
    requestTimeout: typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS,
  };
};
