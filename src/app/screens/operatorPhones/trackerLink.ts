/**
 * Returns the URL of the call tracker. The code is in the fragment, which browsers do not send to the server.
 */
export const trackerLink = (code = ""): string => `${location.origin}/tracker.html${code && `#${code}`}`;
