/** Builds the client application. Does nothing if the existing build is newer than all sources. */
export declare const build: (options?: { isInspectable?: boolean }) => void;

/** Name of a program of the built server. */
type ServerProgram = "main" | "reset" | "backup" | "restore";

/**
 * Builds the server if a source is newer than the build. Returns the Node.js arguments that start the program `name`.
 */
export declare const builtServer: (name?: ServerProgram) => string[];
