/** Names of the tables whose number of rows grows with the orders or with the companies. */
export declare const growingTables: readonly string[];

/** Adds companies with the given numbers of orders, the largest first, to a database that has the demo data. */
export declare const fillGrowth: (
  databaseUrl: string,
  sizes: readonly number[],
  report?: (step: string, seconds: number) => void,
) => Promise<void>;
