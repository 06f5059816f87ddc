/**
 * Returns a function that shares one run of `work` between simultaneous calls with the same key. The result is not
 * cached, so a call never gets a result that was complete before the call.
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
