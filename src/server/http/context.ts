import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import type { Providers } from "../providers/provider.ts";
import type { Tokens } from "../services/session/tokens.ts";

/** What every handler may use of the running server. */
export interface Context {
  readonly config: Config;
  readonly root: Db;
  readonly tokens: Tokens;
  readonly providers: Providers;
}
