/** Builds the application unless what is there is newer than every source. */
export declare const build: (options?: { isInspectable?: boolean }) => void;

/** The built server as words for Node.js, built first where its sources are newer; `name` is `main` or `reset`. */
export declare const builtServer: (name?: "main" | "reset") => string[];
