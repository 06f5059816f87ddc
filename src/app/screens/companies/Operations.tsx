import { useId, useState } from "react";
import { matchScreen } from "../../frame/settings/matchScreen.ts";
import { moveLinkFocus } from "../../frame/settings/moveLinkFocus.ts";
import { ScreenSearch } from "../../frame/settings/ScreenSearch.tsx";
import { screenIcons } from "../../frame/settings/screenIcons.ts";
import { type CompanyScreen, listedGroups } from "../../routing/companyScreens.ts";
import { useCompany } from "../../services/context.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Link } from "../../ui/Link.tsx";
import { FirstSteps } from "./FirstSteps.tsx";

const Entry = ({ companyId, screen: { title, path, about } }: { companyId: number; screen: CompanyScreen }) => {
  const id = useId();
  const Icon = screenIcons[path];
  return (
    <Link
      href={`/Company/${companyId}/${path}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-about`}
      className="group flex items-start gap-2.5 rounded-md px-2 py-1.5 hover:bg-accent-weak"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-accent group-hover:bg-raised">
        {Icon && <Icon size={16} aria-hidden />}
      </span>
      <span className="min-w-0">
        <span id={`${id}-title`} className="block font-semibold group-hover:text-accent">
          {title}
        </span>
        <span id={`${id}-about`} className="block text-sm text-muted">
          {about}
        </span>
      </span>
    </Link>
  );
};

/**
 * Operations board: the first steps of a new company, and a link with a description for each screen of the company. A
 * screen is listed only if it matches the search, the user may open it, and its module is on (platform, section 2).
 */
export const Operations = ({ companyId }: { companyId: number }) => {
  const company = useCompany(companyId);
  const [text, setText] = useState("");
  const groups = company ? listedGroups(company, (one) => matchScreen(one, text)) : [];
  const title = company ? `Управление: ${company.name}` : "Управление компанией";
  useTitle(title);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only move the focus between the links.
    <div onKeyDown={moveLinkFocus}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 flex-1 wrap-anywhere">{title}</h1>
        <div className="w-80 max-[700px]:w-full">
          <ScreenSearch companyId={companyId} text={text} onText={setText} found={groups[0]?.screens[0]} />
        </div>
      </div>
      <FirstSteps companyId={companyId} />
      <div className="gap-3 sm:columns-2 xl:columns-3">
        {groups.map((group) => (
          <section key={group.title} className="card mb-3 break-inside-avoid p-2.5">
            <h2 className="px-2 py-1 text-sm font-semibold text-muted">{group.title}</h2>
            <ul>
              {group.screens.map((one) => (
                <li key={one.path}>
                  <Entry companyId={companyId} screen={one} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {company && groups.length === 0 && (
        <p role="status" className="text-muted">
          Ничего не найдено.
        </p>
      )}
    </div>
  );
};
