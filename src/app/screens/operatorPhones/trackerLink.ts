/**
 * Returns the URL of the call tracker. The code is in the fragment, because browsers do not send fragments to servers.
 */
export const trackerLink = (code = ""): string => `${location.origin}/tracker.html${code && `#${code}`}`;
