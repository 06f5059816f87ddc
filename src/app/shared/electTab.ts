/**
 * Elects one of the tabs that compete for a name, and calls `win` in the elected tab. The tab leads until it calls the
 * returned function or is closed. Without https the browser has no locks, so each tab leads.
 */
export const electTab = (name: string, win: () => void): (() => void) => {
  if (!("locks" in navigator)) {
    win();
    return () => {};
  }
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  const hold = () => {
    win();
    return stopped;
  };
  navigator.locks.request(name, { signal: stop.signal }, hold).catch(() => {});
  return () => stop.abort();
};
