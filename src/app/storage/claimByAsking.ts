/** Time limit for the answer of another tab that has the draft open, ms. */
const ANSWER_MS = 200;

/**
 * Locks a draft in a browser without the Web Locks API (plain http). It asks the other tabs, and succeeds if none of
 * them answers that it has the draft open.
 */
export const claimByAsking = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(`draft ${name}`);
    const silence = setTimeout(() => {
      channel.onmessage = () => channel.postMessage("");
      resolve(true);
    }, ANSWER_MS);
    channel.onmessage = () => {
      clearTimeout(silence);
      channel.close();
      resolve(false);
    };
    channel.postMessage("");
  });
