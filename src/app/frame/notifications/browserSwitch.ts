const YEAR_S = 365 * 24 * 60 * 60;

/** On/off setting that is stored in this browser. The default is on. */
export interface BrowserSwitch {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
  /** Calls the listener after a change in any tab. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Creates a switch. The state "off" is stored in the cookie `name`, because a cookie survives a sign-out, while local
 * storage does not.
 */
export const createBrowserSwitch = (name: string): BrowserSwitch => {
  const off = `${name}=off`;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", notify);
  return {
    isOn: () => !document.cookie.split("; ").includes(off),
    set: (isOn) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and absent without https.
      document.cookie = `${off}; Path=/; SameSite=Strict; Max-Age=${isOn ? 0 : YEAR_S}`;
      channel.postMessage("changed");
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
