import { readAppConfig } from "#machines/session/config.ts";

/** Returns the origin of the server to which phones report calls. */
export const serverAddress = (): string => readAppConfig(globalThis.appConfig).apiBase || location.origin;

/** Returns the URL to which phones report calls. */
export const trackerAddress = (): string => `${serverAddress()}/api/PhoneTracker/Call`;
