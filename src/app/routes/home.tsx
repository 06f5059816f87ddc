import { later, type Route } from "../route.ts";

/** The first page and the one about the application. */
export const homeRoutes: readonly Route[] = [
  later("/", async () => (await import("../screens/home/Home.tsx")).Home),
  later("/Info", async () => (await import("../screens/info/Info.tsx")).Info),
];
