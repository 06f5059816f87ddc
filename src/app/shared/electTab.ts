/**
 * Lets this tab take part in the leader election with the given name, until the tab is closed or the returned function
 * is called. Calls `win` when this tab becomes the leader. Without https the browser has no locks, so each tab becomes
 * a leader.
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
