import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import type { Providers } from "../providers/provider.ts";
import type { Tokens } from "../services/session/tokens.ts";

/** Services of the running server that handlers use. */
export interface AppServices {
  readonly config: Config;
  readonly tokens: Tokens;
  readonly providers: Providers;
}

/** Services and database of the running server. */
export interface Context extends AppServices {
  readonly root: Db;
}
