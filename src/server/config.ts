import { isIP } from "node:net";
import { resolve } from "node:path";
import process from "node:process";

/** Settings of a server process from the environment and the command-line options. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Lifetime of an access token, seconds. */
  readonly accessTtl: number;
  readonly demo: boolean;
  readonly logLevel: string;
  readonly production: boolean;
  /**
   * Origin under which browsers reach the server. Payment pages send the payer back to this origin. If undefined, the
   * origin of each request is used.
   */
  readonly publicUrl: string | undefined;
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-*` headers the server trusts. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built client application. Undefined means the default folder. */
  readonly distDir: string | undefined;
  readonly yookassa: YookassaConfig;
  /** Passphrase that encrypts the secrets of two-factor sign-in. If undefined, the secrets are stored in plain text. */
  readonly totpKey: string | undefined;
  /** Token that a reader of `/metrics` must send. Undefined disables the metrics. */
  readonly metricsToken: string | undefined;
  /** Time for which a stopping process still accepts requests while its health checks fail, seconds. */
  readonly drainSeconds: number;
  /** Duration from which a database query is logged, milliseconds. */
  readonly slowQueryMs: number;
  /**
   * True if the server offers only the operations and fields of the specification. Used to test that the client works
   * without the extensions.
   */
  readonly documentedOnly: boolean;
}

/** YooKassa API address and credentials. The credentials apply to payment methods without their own. */
export interface YookassaConfig {
  readonly baseUrl: string;
  readonly shopId: string;
  readonly secretKey: string;
}

/** Error for an invalid environment variable. The message names the variable and its valid values. */
export class BadSetting extends Error {}

const HIGHEST_PORT = 65_535;
const LONGEST_DRAIN_S = 300;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

const integerOf = (
  text: string | undefined,
  fallback: number,
  name: string,
  highest = Number.MAX_SAFE_INTEGER,
): number => {
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= highest) return value;
  const limit = highest < Number.MAX_SAFE_INTEGER ? ` не больше ${highest}` : "";
  throw new BadSetting(`${name} должно быть целым числом${limit}, а не «${text}».`);
};

const parseLogLevel = (text = ""): string => {
  if (text && !LOG_LEVELS.includes(text))
    throw new BadSetting(`LOG_LEVEL должно быть одним из ${LOG_LEVELS.join(", ")}, а не «${text}».`);
  return text || "info";
};

const parseUrl = (text: string, name: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new BadSetting(`${name} должно быть адресом с https:// или http://, а не «${text}».`);
};

const withoutEndSlash = ({ href }: URL): string => href.replace(/\/+$/, "");

const parsePublicUrl = (text: string | undefined): string | undefined =>
  text ? withoutEndSlash(parseUrl(text, "PUBLIC_URL")) : undefined;

const MAX_PREFIX: Record<number, number> = { 4: 32, 6: 128 };

/**
 * Returns true for an IP address and for a CIDR range such as `10.0.0.0/8` with a prefix length above 0. An IPv6
 * address must not contain a zone.
 */
const isAddressOrRange = (text: string): boolean => {
  const [address = "", prefix, ...rest] = text.split("/");
  const most = address.includes("%") ? undefined : MAX_PREFIX[isIP(address)];
  if (most === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= most);
};

const parseTrustedProxies = (text = ""): string[] => {
  const proxies = text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  const wrong = proxies.find((one) => !isAddressOrRange(one));
  if (wrong === undefined) return proxies;
  throw new BadSetting(
    `TRUSTED_PROXIES должно быть списком адресов и диапазонов через запятую, например 10.0.0.5, 192.168.0.0/16, а не «${wrong}».`,
  );
};

/**
 * Returns true for an HTTPS address. If `isLocalAllowed` is set, also returns true for an HTTP address of this
 * computer.
 */
export const isSafeUrl = ({ protocol, hostname }: URL, isLocalAllowed: boolean): boolean =>
  protocol === "https:" ||
  (isLocalAllowed && protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));

const parseYookassaUrl = (text: string | undefined): string => {
  const url = parseUrl(text || "https://api.yookassa.ru/v3", "YOOKASSA_URL");
  // Every request to YooKassa carries the secret key, so only HTTPS is accepted, or HTTP to this computer.
  if (!isSafeUrl(url, true)) throw new BadSetting("YOOKASSA_URL должно начинаться с https://.");
  return withoutEndSlash(url);
};

/**
 * Reads the settings from the environment and the command-line options (decisions, section 11). Throws `BadSetting` for
 * an invalid environment variable.
 */
export const readConfig = (env: NodeJS.ProcessEnv = process.env, options: readonly string[] = []): Config => {
  const production = env["NODE_ENV"] === "production";
  return {
    port: integerOf(env["PORT"], 4000, "PORT", HIGHEST_PORT),
    host: env["HOST"] ?? "0.0.0.0",
    dataDir: resolve(env["DATA_DIR"] ?? "data"),
    databaseUrl: env["DATABASE_URL"] || undefined,
    accessTtl: integerOf(env["ACCESS_TTL_S"], 300, "ACCESS_TTL_S"),
    demo: production ? env["DEMO"] === "1" : env["DEMO"] !== "0",
    logLevel: parseLogLevel(env["LOG_LEVEL"]),
    production,
    publicUrl: parsePublicUrl(env["PUBLIC_URL"]),
    trustedProxies: parseTrustedProxies(env["TRUSTED_PROXIES"]),
    distDir: env["DIST_DIR"] ? resolve(env["DIST_DIR"]) : undefined,
    yookassa: {
      baseUrl: parseYookassaUrl(env["YOOKASSA_URL"]),
      shopId: env["YOOKASSA_SHOP_ID"] ?? "",
      secretKey: env["YOOKASSA_SECRET_KEY"] ?? "",
    },
    totpKey: env["TOTP_KEY"] || undefined,
    metricsToken: env["METRICS_TOKEN"] || undefined,
    drainSeconds: integerOf(env["DRAIN_S"], 0, "DRAIN_S", LONGEST_DRAIN_S),
    slowQueryMs: integerOf(env["SLOW_QUERY_MS"], 500, "SLOW_QUERY_MS"),
    documentedOnly: options.includes("--documented-only"),
  };
};
