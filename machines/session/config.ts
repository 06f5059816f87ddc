/** Settings of the client, from the global `appConfig` of `config.js`. */
export interface AppConfig {
  /** Address before every path of the API; empty for the server of the page. */
  readonly apiBase: string;
  /** Where the refresh token lives: in a cookie of the server, or in the bodies and the local storage. */
  readonly session: "cookie" | "body";
  /** Milliseconds for one attempt of a call, the reading of its answer included. */
  readonly requestTimeout: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Reads the settings; whatever is absent or of a wrong kind takes its default. */
export const readAppConfig = (value: unknown): AppConfig => {
  const apiBase = field(value, "apiBase");
  const timeout = field(value, "requestTimeout");
  return {
    apiBase: typeof apiBase === "string" ? apiBase.replace(/\/+$/, "") : "",
    session: field(value, "session") === "body" ? "body" : "cookie",
    requestTimeout: typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS,
  };
};
