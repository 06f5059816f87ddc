import { readAppConfig } from "#machines/session/config.ts";

/** Returns the origin of the server that calls are reported to. */
export const serverAddress = (): string => readAppConfig(globalThis.appConfig).apiBase || location.origin;

/** Returns the URL that calls are reported to. */
export const trackerAddress = (): string => `${serverAddress()}/api/PhoneTracker/Call`;
