/** Returns the address of the guide to connect a phone. The token is in the fragment, which browsers never send. */
export const trackerLink = (token?: string): string => `${location.origin}/PhoneTracker${token ? `#${token}` : ""}`;
