import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";

const NotificationMenu = lazy(async () => {
  const { NotificationMenu: Menu } = await import("./NotificationMenu.tsx");
  return { default: Menu };
});

/** The bell; what is behind it comes after the first rows. */
export const Notifications = ({ isWanted }: { isWanted: boolean }) => {
  const bell = (
    <span className="btn btn-ghost">
      <Bell size={16} aria-hidden />
    </span>
  );
  return isWanted ? (
    <Suspense fallback={bell}>
      <NotificationMenu />
    </Suspense>
  ) : (
    bell
  );
};
