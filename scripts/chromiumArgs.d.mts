/** Command-line arguments of Chromium for tests and measurements. */
export declare const chromiumArgs: string[];
