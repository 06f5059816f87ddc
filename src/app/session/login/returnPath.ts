const HOME = "/";

/**
 * Returns the path to open after the sign-in. Returns the path of the home page if `path` is missing or invalid, has
 * another origin, or is the path of the login page.
 */
export const returnPath = (path: string | null, origin: string): string => {
  if (path === null || !/^\/(?![/\\])/.test(path)) return HOME;
  try {
    // The URL parser removes tabs and line breaks, so a text that looks like a path may lead to another host. The
    // parsed URL is therefore checked, not the text.
    const url = new URL(path, origin);
    const isHere = url.origin === origin && url.pathname.toLowerCase() !== "/login.html";
    return isHere && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : HOME;
  } catch {
    return HOME;
  }
};
