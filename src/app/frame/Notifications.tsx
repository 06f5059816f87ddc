import { lazy, Suspense } from "react";

const NotificationMenu = lazy(() =>
  import("./NotificationMenu.tsx").then((module) => ({ default: module.NotificationMenu })),
);

/** The place of the bell; what is in it comes after the first data. */
export const Notifications = ({ isWanted }: { isWanted: boolean }) => (
  <span className="flex min-w-10 justify-center">
    <Suspense>{isWanted && <NotificationMenu />}</Suspense>
  </span>
);
