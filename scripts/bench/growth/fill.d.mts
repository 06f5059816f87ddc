/** Names of the tables whose number of rows grows with the orders or with the companies. */
export declare const growingTables: readonly string[];

/** Adds companies with about `orders` orders to a database that has the demo data. */
export declare const fillGrowth: (
  databaseUrl: string,
  orders: number,
  report?: (step: string, seconds: number) => void,
) => Promise<void>;
