/** Client of a running server, signed in as a user. */
interface GrowthClient {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Call that the benchmark measures. `prepare` returns the inputs of several calls, `run` makes one call, and `isHot` is
 * true for calls that operators make all day.
 */
export interface GrowthOperation {
  readonly name: string;
  readonly isHot: boolean;
  prepare(count: number): Promise<unknown[]>;
  run(input: unknown): Promise<unknown>;
}

/** Creates a client for a running server. */
export declare const createClient: (origin: string, headers: Readonly<Record<string, string>>) => GrowthClient;

/** Returns the calls for the largest company, in the sequence in which they must run. */
export declare const createOperations: (client: GrowthClient) => Promise<GrowthOperation[]>;

/** Saves orders and returns the times until their events arrive, ms. */
export declare const measureEvents: (client: GrowthClient, count: number) => Promise<number[]>;
