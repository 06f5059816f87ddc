import { resolve } from "node:path";
import process from "node:process";

/** Everything that the environment decides about a server process. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Life of an access token, seconds. */
  readonly accessTtl: number;
  readonly demo: boolean;
  readonly logLevel: string;
  readonly production: boolean;
  /** Address under which the browser reaches the server; invoices return there. */
  readonly publicUrl: string | undefined;
  /** Folder of the built application, when it is not the usual one. */
  readonly distDir: string | undefined;
  readonly yookassa: YookassaConfig;
}

/** Access to the YooKassa API, used by external payment methods that name no shop of their own. */
export interface YookassaConfig {
  readonly baseUrl: string;
  readonly shopId: string;
  readonly secretKey: string;
}

/** A setting that no server can start with; the message says which, and what it has to be. */
export class BadSetting extends Error {}

const HIGHEST_PORT = 65_535;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

const whole = (text: string | undefined, fallback: number, name: string, highest = Number.MAX_SAFE_INTEGER): number => {
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= highest) return value;
  const limit = highest < Number.MAX_SAFE_INTEGER ? ` не больше ${highest}` : "";
  throw new BadSetting(`${name} должно быть целым числом${limit}, а не «${text}».`);
};

const levelOf = (text = ""): string => {
  if (text && !LOG_LEVELS.includes(text))
    throw new BadSetting(`LOG_LEVEL должно быть одним из ${LOG_LEVELS.join(", ")}, а не «${text}».`);
  return text || "info";
};

/** Reads the settings of decisions, section 11, from the environment; throws `BadSetting`. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const production = env["NODE_ENV"] === "production";
  return {
    port: whole(env["PORT"], 4000, "PORT", HIGHEST_PORT),
    host: env["HOST"] ?? "0.0.0.0",
    dataDir: resolve(env["DATA_DIR"] ?? "data"),
    databaseUrl: env["DATABASE_URL"] || undefined,
    accessTtl: whole(env["ACCESS_TTL_S"], 300, "ACCESS_TTL_S"),
    demo: production ? env["DEMO"] === "1" : env["DEMO"] !== "0",
    logLevel: levelOf(env["LOG_LEVEL"]),
    production,
    publicUrl: env["PUBLIC_URL"],
    distDir: env["DIST_DIR"] ? resolve(env["DIST_DIR"]) : undefined,
    yookassa: {
      baseUrl: env["YOOKASSA_URL"] ?? "https://api.yookassa.ru/v3",
      shopId: env["YOOKASSA_SHOP_ID"] ?? "",
      secretKey: env["YOOKASSA_SECRET_KEY"] ?? "",
    },
  };
};
