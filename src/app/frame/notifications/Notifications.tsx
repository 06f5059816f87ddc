import { Suspense } from "react";
import { lazyWithRetry } from "../../routing/lazyComponent.ts";

const NotificationMenu = lazyWithRetry("NotificationMenu", () => import("./NotificationMenu.tsx"));

/** Bell of the top bar. Its code is loaded after the first data are shown. */
export const Notifications = ({ isShown }: { isShown: boolean }) => (
  <span className="flex min-w-10 justify-center">
    <Suspense>{isShown && <NotificationMenu />}</Suspense>
  </span>
);
