import { Suspense, useState } from "react";
import { useCommands } from "../keyboard/commands.ts";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { useServices } from "../services/context.ts";
import { useIsAdmin } from "../services/useIsAdmin.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import { adminLinks } from "./adminLinks.ts";
import { adminLabel, profileLabel } from "./menuLabels.tsx";

const AnyDisplaySettings = lazyComponent("AnyDisplaySettings", () => import("../shared/AnyDisplaySettings.tsx"));

const themes = [
  { value: "", title: "Тема как в системе" },
  { value: "light", title: "Светлая тема" },
  { value: "dark", title: "Тёмная тема" },
];

/** Menu of the user's profile, and the menu for system administrators (platform, section 2). */
export const Profile = () => {
  const { user, signOut } = useServices();
  const isAdmin = useIsAdmin();
  const theme = usePreference("theme");
  const [isSetting, setSetting] = useState(false);
  useCommands([{ title: "Настройки отображения", run: () => setSetting(true) }]);
  return (
    <>
      {isAdmin && <PopupMenu trigger={adminLabel} entries={adminLinks} />}
      <PopupMenu
        trigger={profileLabel(user.name)}
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
