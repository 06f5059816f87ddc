import { useActorRef, useSelector } from "@xstate/react";
import { Bell } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { counted } from "#domain/format.ts";
import { notificationsActors } from "#machines/shell/notifications.actors.ts";
import { notificationsMachine } from "#machines/shell/notifications.machine.ts";
import { useApi } from "../context.ts";
import { Menu } from "../ui/Menu.tsx";
import type { MenuEntry } from "../ui/menuProps.ts";

const target = ({ code, data }: Schemas["Notification"]): string | undefined =>
  code === "order" && data?.companyId && data.orderId ? `/Company/${data.companyId}/Order/${data.orderId}` : undefined;

/** The bell with its count; a press on a message marks it read and opens its order (platform, section 2). */
export const NotificationMenu = () => {
  const api = useApi();
  const notifications = useActorRef(notificationsMachine.provide({ actors: notificationsActors(api) }), {
    input: { chance: Math.random },
  });
  const items = useSelector(notifications, ({ context }) => context.items);
  const [, navigate] = useLocation();
  useEffect(() => {
    const tell = () => notifications.send({ type: document.hidden ? "page.hide" : "page.show" });
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [notifications]);
  const open = (item: Schemas["Notification"]): MenuEntry => ({
    title: `${item.title}. ${item.message}`,
    run: () => {
      notifications.send({ type: "notification.read", id: item.id });
      const path = target(item);
      if (path) navigate(path);
    },
  });
  return (
    <Menu
      label={items.length ? `Уведомления: ${counted(items.length, ["новое", "новых", "новых"])}` : "Уведомления"}
      trigger={
        <>
          <Bell size={16} aria-hidden />
          {items.length > 0 && (
            <span aria-hidden className="-ml-1 rounded-full bg-negative px-1.5 text-xs font-bold text-on-negative">
              {items.length > 99 ? "99+" : items.length}
            </span>
          )}
        </>
      }
      entries={items.length ? items.slice(0, 20).map(open) : [{ title: "Нет сообщений", run: () => {} }]}
    />
  );
};
