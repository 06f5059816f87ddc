/** How Chromium is started for tests and measurements. */
export declare const chromiumArgs: string[];
