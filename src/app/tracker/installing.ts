// Installation of the page as an application, and its start without a network.

const CACHE = "tracker";

/** Event with which browsers offer the installation of a page. It is not in the library of TypeScript. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isInstallOffer = (event: Event): event is InstallOffer => "prompt" in event;

/** Calls `show` when the browser offers the installation. The function that it gets opens the browser's dialog. */
export const onInstallOffer = (show: (install: () => Promise<unknown>) => void): void =>
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isInstallOffer(event)) show(() => event.prompt());
  });

/** Trusted Types of browsers. They are not in the library of TypeScript. */
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

/** Returns a URL that the page's Content-Security-Policy allows as that of a worker. */
const trusted = (url: string): string => {
  const types: unknown = Reflect.get(globalThis, "trustedTypes");
  return isTrustedTypes(types)
    ? types.createPolicy("worker", { createScriptURL: (text) => text }).createScriptURL(url)
    : url;
};

/** Stores the page and its files, so that it starts without a network. Does nothing on pages without https. */
export const keepForOffline = async (): Promise<void> => {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(trusted("/trackerWorker.js"), { scope: "/tracker.html" });
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = files.filter((file) => new URL(file).origin === location.origin && !file.includes("/api/"));
  const cache = await caches.open(CACHE);
  await cache.addAll(["/tracker.html", ...own]);
};
