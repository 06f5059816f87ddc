import { ChevronLeft } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { type CompanyScreen, listedGroups } from "../../routing/companyScreens.ts";
import { useCompany } from "../../services/context.ts";
import { Link } from "../../ui/Link.tsx";
import { matchScreen } from "./matchScreen.ts";
import { moveLinkFocus } from "./moveLinkFocus.ts";
import { ScreenSearch } from "./ScreenSearch.tsx";
import { screenIcons } from "./screenIcons.ts";

const MenuLink = ({
  href,
  screen: { title, path, about },
  current,
}: {
  href: string;
  screen: CompanyScreen;
  current: "page" | true | undefined;
}) => {
  const Icon = screenIcons[path];
  return (
    <Link
      href={href}
      title={about}
      aria-current={current}
      className="flex items-center gap-2 rounded-md px-2 py-1 hover:bg-sunken aria-[current]:bg-accent-weak aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:py-2.5"
    >
      {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
      <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
    </Link>
  );
};

/** Menu of the settings of a company, with a search field. It lists the screens that the user may open. */
export const SettingsMenu = ({
  companyId,
  current,
  isList,
}: {
  companyId: number;
  /** Current screen. If a form is open, the list screen to which the form belongs. */
  current: CompanyScreen;
  /** True if the screen `current` is open. False if one of its forms is open. */
  isList: boolean;
}) => {
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const company = useCompany(companyId);
  const path = `/Company/${companyId}`;
  const groups = company ? listedGroups(company, (one) => one.isSetting && matchScreen(one, text)) : [];
  const isKnown = company !== undefined;
  // In a window of small height the link of the current screen may be out of sight, so the link is scrolled into view.
  // While code loads, React hides the menu, and the menu loses its scroll position. A layout effect is used, because it
  // runs again when React shows the menu.
  useLayoutEffect(() => {
    if (isKnown) list.current?.querySelector(`a[href$="/${current.path}"]`)?.scrollIntoView?.({ block: "nearest" });
  }, [isKnown, current.path]);
  return (
    <nav
      aria-label="Настройки компании"
      className="sticky top-12 flex h-screen-rest w-48 shrink-0 flex-col border-r border-line bg-raised text-sm min-[1200px]:w-56"
      onKeyDown={moveLinkFocus}
    >
      <div className="grid gap-2 border-b border-line p-2">
        <Link
          href={`${path}/Operations`}
          className="flex items-center gap-1 rounded-md px-1 py-1 font-semibold hover:bg-sunken"
        >
          <ChevronLeft size={16} aria-hidden />
          Все настройки
        </Link>
        <ScreenSearch companyId={companyId} text={text} onText={setText} found={groups[0]?.screens[0]} />
      </div>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto p-2">
        {groups.map(({ title, screens }) => (
          <section key={title} aria-label={title} className="mb-3">
            <h2 className="px-2 py-1 text-xs font-semibold text-muted">{title}</h2>
            {screens.map((one) => (
              <MenuLink
                key={one.path}
                href={`${path}/${one.path}`}
                screen={one}
                current={one === current ? (isList ? "page" : true) : undefined}
              />
            ))}
          </section>
        ))}
        {groups.length === 0 && (
          <p role="status" className="px-2 text-muted">
            Ничего не найдено.
          </p>
        )}
      </div>
    </nav>
  );
};
