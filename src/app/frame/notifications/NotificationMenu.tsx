import { useSelector } from "@xstate/react";
import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { counted, formatDateTime, formatTime, type PluralForms } from "#domain/format.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { cardId } from "#machines/calls/ringingCalls.machine.ts";
import { MAX_COUNTED, notificationsActors } from "#machines/shell/notifications.actors.ts";
import { notificationsMachine } from "#machines/shell/notifications.machine.ts";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { classNames } from "../../ui/classNames.ts";
import type { MenuEntry } from "../../ui/menuProps.ts";
import { PopupMenu } from "../../ui/PopupMenu.tsx";
import { useRingingCalls } from "../calls/useRingingCalls.ts";
import { setDesktopNotifications, showOnDesktop, useDesktopNotifications } from "./desktopNotifications.ts";
import { notificationPath } from "./notificationPath.ts";
import { notificationTabs, readSharedAnswer } from "./notificationTabs.ts";
import { setOrderSound, useIsOrderSoundOn, useOrderSound } from "./orderSound.ts";

const RingingCards = lazyComponent("RingingCards", () => import("../calls/RingingCards.tsx"));

type Notification = Schemas["Notification"];

const MAX_SHOWN = 8;
const NEW: PluralForms = ["новое", "новых", "новых"];

/** Runs the machine of the notifications while the bell is mounted. */
const useNotifications = () => {
  const { api, environment, user, now } = useServices();
  // Jitter of this tab: a random factor for the back-off after failed requests and for the delay after a reported
  // change. Tabs get different factors, so that they do not all send requests at the same moment.
  const [jitter] = useState(() => 0.5 + Math.random() / 2);
  return useProvidedActor(
    notificationsMachine,
    () => ({ ...notificationsActors({ api, environment, now }), ...notificationTabs(user.id) }),
    { jitter, cached: readSharedAnswer(user.id, now()) },
  );
};

/**
 * Bell with the number of unread notifications, and the cards of ringing calls (platform, section 2). A click on the
 * notification of a ringing call takes the call. A click on any other notification marks the notification as read and
 * opens its screen. The bell also shows new notifications on the desktop and plays the sound for new orders from the
 * public shop, unless the user has switched them off.
 */
export const NotificationMenu = () => {
  const { user, shell } = useServices();
  const companies = useSelector(shell, ({ context }) => context.companies);
  const notifications = useNotifications();
  const calls = useRingingCalls(notifications);
  const isRinging = useSelector(calls, ({ context }) => context.cards.length > 0);
  const items = useSelector(notifications, ({ context }) => context.items);
  const at = useSelector(notifications, ({ context }) => context.at);
  const isAway = useSelector(notifications, (state) => state.hasTag("away"));
  const timeZone = useTimeZone(useCurrentCompanyId());
  const isDesktop = useDesktopNotifications();
  const isSoundOn = useIsOrderSoundOn();
  const [path, navigate] = useLocation();
  useOrderSound(path);
  const [news, setNews] = useState("");
  const open = (item: Notification) => {
    const callId = item.code === "call" ? item.data?.callId : undefined;
    if (callId !== undefined && calls.getSnapshot().children[cardId(callId)])
      return calls.send({ type: "call.take", callId });
    notifications.send({ type: "notification.read", id: item.id });
    const path = notificationPath(item);
    if (path) navigate(path);
  };
  useEmitted(notifications, {
    "notification.new": ({ notifications: fresh }) => {
      setNews(fresh.map(({ title }) => title).join(". "));
      showOnDesktop(fresh, open);
    },
  });
  const timeOf = (moment: Date) => formatTime(moment, timeZone);
  const age = isAway ? (at === undefined ? "нет связи" : `данные на ${timeOf(new Date(at))}`) : "";
  const badge = items.length > MAX_COUNTED ? `${MAX_COUNTED}+` : String(items.length);
  const counts = items.length > MAX_COUNTED ? `больше ${MAX_COUNTED} новых` : counted(items.length, NEW);
  const count = items.length ? counts : "";
  const label = [["Уведомления", count].filter(Boolean).join(": "), age].filter(Boolean).join(", ");
  const describe = ({ data, date, message }: Notification) => {
    const company = companies.find(({ id }) => id === data?.companyId);
    const moment = formatDateTime(date, company?.timeZone ?? DEFAULT_TIME_ZONE);
    return [[company?.name, moment].filter(Boolean).join(" · "), message].filter(Boolean).join("\n");
  };
  const entries: MenuEntry[] = [
    ...(items.length === 0 ? [{ title: "Нет сообщений", run: () => {} }] : []),
    ...items.slice(0, MAX_SHOWN).map((item) => ({
      id: item.id,
      title: item.title,
      detail: describe(item),
      run: () => open(item),
    })),
    ...(items.length > 0
      ? [{ title: "Отметить все прочитанными", run: () => notifications.send({ type: "notification.readAll" }) }]
      : []),
    { title: "Все уведомления", href: `/Account/${user.id}/Notification` },
    {
      title: isDesktop ? "Не показывать на рабочем столе" : "Показывать на рабочем столе",
      run: () => void setDesktopNotifications(!isDesktop),
    },
    {
      title: isSoundOn ? "Выключить звук заказов с сайта" : "Включить звук заказов с сайта",
      run: () => setOrderSound(!isSoundOn),
    },
  ];
  return (
    <>
      <PopupMenu
        label={label}
        trigger={
          <>
            <span className="relative">
              <Bell size={16} aria-hidden />
              {items.length > 0 && (
                <span
                  aria-hidden
                  className={classNames(
                    "absolute bottom-1 left-2 rounded-full px-1 text-xs font-semibold",
                    isAway ? "bg-warning-weak text-warning" : "bg-negative text-on-negative",
                  )}
                >
                  {badge}
                </span>
              )}
            </span>
            {isAway && at !== undefined && (
              <span aria-hidden className="text-xs text-warning max-[900px]:hidden">
                {timeOf(new Date(at))}
              </span>
            )}
          </>
        }
        entries={entries}
      />
      <span role="status" className="sr-only">
        {news}
      </span>
      <Suspense>{isRinging && <RingingCards calls={calls} />}</Suspense>
    </>
  );
};
