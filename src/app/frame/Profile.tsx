import { CircleUser, type LucideIcon, ShieldCheck } from "lucide-react";
import { Suspense, useState } from "react";
import { useCommands } from "../keyboard/commands.ts";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { useServices } from "../services/context.ts";
import { useIsAdmin } from "../services/useIsAdmin.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import { adminLinks } from "./adminLinks.ts";

const AnyDisplaySettings = lazyComponent("AnyDisplaySettings", () => import("../shared/AnyDisplaySettings.tsx"));

const down = <span aria-hidden>▾</span>;

const themes = [
  { value: "", title: "Тема как в системе" },
  { value: "light", title: "Светлая тема" },
  { value: "dark", title: "Тёмная тема" },
];

/** Label of a button. On phones only the icon is visible. */
const CompactLabel = ({ Icon, text }: { Icon: LucideIcon; text: string }) => (
  <>
    <Icon size={18} aria-hidden className="min-[601px]:hidden" />
    <span className="max-[600px]:sr-only">{text}</span> {down}
  </>
);

/** Menu of the user's profile, and the menu for system administrators (platform, section 2). */
export const Profile = () => {
  const { user, signOut } = useServices();
  const isAdmin = useIsAdmin();
  const theme = usePreference("theme");
  const [isSetting, setSetting] = useState(false);
  useCommands([{ title: "Настройки отображения", run: () => setSetting(true) }]);
  return (
    <>
      {isAdmin && <PopupMenu trigger={<CompactLabel Icon={ShieldCheck} text="Админ" />} entries={adminLinks} />}
      <PopupMenu
        trigger={
          <>
            <span className="max-w-36 truncate max-[1100px]:hidden">{user.name || "Профиль"}</span>
            <span className="flex items-center gap-1 min-[1101px]:hidden">
              <CompactLabel Icon={CircleUser} text="Профиль" />
            </span>
            <span className="max-[1100px]:hidden">{down}</span>
          </>
        }
        entries={[
          { title: "Мой профиль", href: `/Account/${user.id}` },
          { title: "Сессии", href: `/Account/${user.id}/Session` },
          { title: "Уведомления", href: `/Account/${user.id}/Notification` },
          { title: "Все компании", href: "/Company" },
          { title: "Группы компаний", href: "/CompanyGroup" },
          { title: "Настройки отображения", run: () => setSetting(true) },
          ...themes.map(({ value, title }) => ({
            title,
            isCurrent: theme === value,
            run: () => setPreference("theme", value),
          })),
          { title: "Выйти", run: signOut },
        ]}
      />
      <Suspense>{isSetting && <AnyDisplaySettings onClose={() => setSetting(false)} />}</Suspense>
    </>
  );
};
