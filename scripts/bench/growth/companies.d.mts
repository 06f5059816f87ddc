/** Returns the number of orders of each company, the largest first. The largest has at least `largest` orders. */
export declare const companySizes: (orders: number, largest?: number) => number[];
