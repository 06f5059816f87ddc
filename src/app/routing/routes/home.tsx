import { lazyRoute, type Route } from "../route.ts";

/** Routes of the home page and of the page about the application. */
export const homeRoutes: readonly Route[] = [
  lazyRoute("/", async () => (await import("../../screens/home/Home.tsx")).Home),
  lazyRoute("/Info", async () => (await import("../../screens/info/Info.tsx")).Info),
];
