import { Suspense } from "react";
import { lazyWithRetry } from "../../routing/lazyComponent.ts";

const NotificationMenu = lazyWithRetry("NotificationMenu", () => import("./NotificationMenu.tsx"));

/** Bell in the top bar. The code of the bell is loaded after the screen has shown its first data. */
export const Notifications = ({ isShown }: { isShown: boolean }) => (
  <span className="flex min-w-12 justify-center">
    <Suspense>{isShown && <NotificationMenu />}</Suspense>
  </span>
);
