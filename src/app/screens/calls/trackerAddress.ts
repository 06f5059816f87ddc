import { readConfig } from "#machines/session/config.ts";

/** The server that calls are reported to. */
export const serverAddress = (): string => readConfig(globalThis.appConfig).apiBase || location.origin;

/** Where a telephone or an exchange reports its calls. */
export const trackerAddress = (): string => `${serverAddress()}/api/PhoneTracker/Call`;
