import { lazyRoute, type Route } from "../route.ts";

/** The first page and the one about the application. */
export const homeRoutes: readonly Route[] = [
  lazyRoute("/", async () => (await import("../../screens/home/Home.tsx")).Home),
  lazyRoute("/Info", async () => (await import("../../screens/info/Info.tsx")).Info),
];
