/**
 * Returns a function that shares one run of `work` between simultaneous calls with the same key. The result is not
 * cached, so each call gets a result that was completed after the call began.
 */
export const createShareInFlight = <Value>() => {
  const running = new Map<string, Promise<Value>>();
  return (key: string, work: () => Promise<Value>): Promise<Value> => {
    const found = running.get(key);
    if (found) return found;
    const made = work().finally(() => running.delete(key));
    running.set(key, made);
    return made;
  };
};
