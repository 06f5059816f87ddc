import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const userId = (params: RouteParams): number => Number(params["userId"]);

export const accountRoutes: readonly Route[] = [
  lazyRoute("/Account", async () => (await import("../../screens/accounts/OwnAccount.tsx")).OwnAccount),
  lazyRoute("/Account/:userId", async () => {
    const { Account } = await import("../../screens/accounts/Account.tsx");
    return ({ params }: { params: RouteParams }) => <Account key={params["userId"]} userId={userId(params)} />;
  }),
  lazyRoute("/Account/:userId/Session", async () => {
    const { AccountSessions } = await import("../../screens/accounts/AccountSessions.tsx");
    return ({ params }: { params: RouteParams }) => <AccountSessions key={params["userId"]} userId={userId(params)} />;
  }),
];
