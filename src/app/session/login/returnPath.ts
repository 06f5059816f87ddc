const HOME = "/";

/**
 * Returns the path that is opened after the sign-in. A path of another origin or of the login page is replaced by the
 * home page.
 */
export const returnPath = (path: string | null, origin: string): string => {
  if (path === null || !/^\/(?![/\\])/.test(path)) return HOME;
  try {
    // The URL parser removes tabs and line breaks. A text that looks like a path may therefore lead to another host.
    const url = new URL(path, origin);
    const isHere = url.origin === origin && url.pathname.toLowerCase() !== "/login.html";
    return isHere && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : HOME;
  } catch {
    return HOME;
  }
};
