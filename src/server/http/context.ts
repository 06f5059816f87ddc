import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import type { Providers } from "../providers/provider.ts";
import type { Tokens } from "../services/session/tokens.ts";
import type { EventStreams } from "./eventStream.ts";

/** Services of the running server, such as its settings and providers, for the handlers. */
export interface AppServices {
  readonly config: Config;
  readonly tokens: Tokens;
  readonly providers: Providers;
  readonly streams: EventStreams;
}

/** Services of the running server and its database outside of any transaction. */
export interface Context extends AppServices {
  readonly root: Db;
  /** Returns false while the disk has too little free space for writes. */
  readonly hasRoom: () => boolean;
}
