/**
 * Returns the URL of the phone connection guide. The token is in the fragment, which browsers do not send to the
 * server.
 */
export const trackerLink = (token?: string): string => `${location.origin}/PhoneTracker${token ? `#${token}` : ""}`;
