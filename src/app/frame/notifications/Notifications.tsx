import { Suspense } from "react";
import { lazyWithRetry } from "../../routing/lazyComponent.ts";

const NotificationMenu = lazyWithRetry("NotificationMenu", () => import("./NotificationMenu.tsx"));

/** The place of the bell; what is in it comes after the first data. */
export const Notifications = ({ isWanted }: { isWanted: boolean }) => (
  <span className="flex min-w-10 justify-center">
    <Suspense>{isWanted && <NotificationMenu />}</Suspense>
  </span>
);
