import { lazyRoute, type Route } from "../route.ts";

/** Route of the inspector page. It exists only in builds for inspection. */
const machineRoutes: readonly Route[] = import.meta.env.INSPECT
  ? [lazyRoute("/machines", async () => (await import("../../inspect/Machines.tsx")).Machines)]
  : [];

/** Routes of the home page, of the page about the application and of the inspector page. */
export const homeRoutes: readonly Route[] = [
  ...machineRoutes,
  lazyRoute("/", async () => (await import("../../screens/home/Home.tsx")).Home),
  lazyRoute("/Info", async () => (await import("../../screens/info/Info.tsx")).Info),
];
