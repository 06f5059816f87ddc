/** Builds the application unless what is there is newer than every source. */
export declare const build: (options?: { isInspectable?: boolean }) => void;

/** Name of a program of the built server. */
type ServerProgram = "main" | "reset" | "backup" | "restore";

/** The built server as words for Node.js, built first where its sources are newer. */
export declare const builtServer: (name?: ServerProgram) => string[];
