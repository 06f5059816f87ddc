/** Time for which a tab waits for other tabs to answer that they have the draft open, ms. */
const ANSWER_MS = 200;

/**
 * Locks a draft in a browser without the Web Locks API (plain http), by asking the other tabs whether they have the
 * draft open. Resolves with true if no tab confirms within 200 ms, and then confirms to other tabs that ask.
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
