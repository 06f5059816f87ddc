import { readAppConfig } from "#machines/session/config.ts";

/** Returns the origin of the server that receives reports of calls. */
export const serverAddress = (): string => readAppConfig(globalThis.appConfig).apiBase || location.origin;

/** Returns the URL that receives reports of calls. */
export const trackerAddress = (): string => `${serverAddress()}/api/PhoneTracker/Call`;
