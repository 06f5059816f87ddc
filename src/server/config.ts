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

const whole = (text: string | undefined, fallback: number, name: string): number => {
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} должно быть целым числом, а не «${text}»`);
  return value;
};

/** Reads the settings of decisions, section 11, from the environment. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const production = env["NODE_ENV"] === "production";
  return {
    port: whole(env["PORT"], 4000, "PORT"),
    host: env["HOST"] ?? "0.0.0.0",
    dataDir: resolve(env["DATA_DIR"] ?? "data"),
    databaseUrl: env["DATABASE_URL"] || undefined,
    accessTtl: whole(env["ACCESS_TTL_S"], 300, "ACCESS_TTL_S"),
    demo: production ? env["DEMO"] === "1" : env["DEMO"] !== "0",
    logLevel: env["LOG_LEVEL"] ?? "info",
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
