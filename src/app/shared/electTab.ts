/**
 * Lets this tab take part in a leader election under a name, until it is closed or the returned function is called, and
 * calls `win` when it becomes the leader. Without https the browser has no locks, so each tab becomes a leader.
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
