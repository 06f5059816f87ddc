const HOME = "/";

/** The path to return to after signing in; anything that is not a path of this origin, or is this page itself, becomes the home page. */
export const returnPath = (wanted: string | null, origin: string): string => {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return HOME;
  try {
    // The parser drops tabs and line ends, so that what looks like a path may become another host.
    const url = new URL(wanted, origin);
    const isHere = url.origin === origin && url.pathname.toLowerCase() !== "/login.html";
    return isHere && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : HOME;
  } catch {
    return HOME;
  }
};
