import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import type { Providers } from "../providers/provider.ts";
import type { Tokens } from "../services/session/tokens.ts";
import type { EventStreams } from "./eventStream.ts";

/** Services that the handlers use, such as the settings and the payment providers. */
export interface AppServices {
  readonly config: Config;
  readonly tokens: Tokens;
  readonly providers: Providers;
  readonly streams: EventStreams;
}

/** Services of the running server, and the database without an open transaction. */
export interface Context extends AppServices {
  readonly root: Db;
  /** Database for reports (`OpenDatabase.reports`). */
  readonly reports: Db;
  /** Returns false while the disk has too little free space for writes. */
  readonly hasRoom: () => boolean;
  /** Returns true if a write was refused in the last minute because the disk is full. */
  readonly isDiskFull: () => boolean;
  /** Signal that is aborted shortly before the process ends. */
  readonly draining: AbortSignal;
}
