/** Runs `work` with a signal that aborts when `outer` aborts or when `limitMs` has passed. */
export const withTimeLimit = async <T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("No answer in time", "TimeoutError")), limitMs);
  try {
    return await work(AbortSignal.any([outer, controller.signal]));
  } finally {
    clearTimeout(timer);
  }
};
