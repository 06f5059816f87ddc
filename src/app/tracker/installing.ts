// Installs the call tracker as an application, and lets it start without a network.

const CACHE = "tracker";

/** Event by which browsers offer to install a page as an application. TypeScript's DOM types do not contain it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isInstallOffer = (event: Event): event is InstallOffer => "prompt" in event;

/**
 * Calls `show` when the browser offers to install the page. The argument of `show` is a function that opens the
 * browser's installation dialog.
 */
export const onInstallOffer = (show: (install: () => Promise<unknown>) => void): void =>
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isInstallOffer(event)) show(() => event.prompt());
  });

/** Trusted Types API of the browser. TypeScript's DOM types do not contain it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const isTrustedTypes = (value: unknown): value is TrustedTypes =>
  typeof value === "object" && value !== null && "createPolicy" in value;

/** Converts a URL into a value that the page's Content-Security-Policy accepts for a worker. */
const trusted = (url: string): string => {
  const types: unknown = Reflect.get(globalThis, "trustedTypes");
  return isTrustedTypes(types)
    ? types.createPolicy("worker", { createScriptURL: (text) => text }).createScriptURL(url)
    : url;
};

/**
 * Registers the service worker, and stores the page and its files in the browser, so that the page opens without a
 * network. Does nothing on pages without https.
 */
export const keepForOffline = async (): Promise<void> => {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(trusted("/trackerWorker.js"), { scope: "/tracker.html" });
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = files.filter((file) => new URL(file).origin === location.origin && !file.includes("/api/"));
  const cache = await caches.open(CACHE);
  await cache.addAll(["/tracker.html", ...own]);
};
