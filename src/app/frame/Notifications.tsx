import { Suspense } from "react";
import { patiently } from "../lazily.ts";

const NotificationMenu = patiently("NotificationMenu", () => import("./NotificationMenu.tsx"));

/** The place of the bell; what is in it comes after the first data. */
export const Notifications = ({ isWanted }: { isWanted: boolean }) => (
  <span className="flex min-w-10 justify-center">
    <Suspense>{isWanted && <NotificationMenu />}</Suspense>
  </span>
);
