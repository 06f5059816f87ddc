import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { lazyWithRetry } from "../routing/lazyComponent.ts";
import { useServices } from "../services/context.ts";
import { useFirstDataShown } from "../startup/firstData.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";
import { classNames } from "../ui/classNames.ts";
import { Link } from "../ui/Link.tsx";
import { permittedGlobalLinks, permittedSidebarLinks, type SideIconName } from "./sidebarLinks.ts";

interface Line {
  icon: SideIconName;
  title: string;
  href: string;
  keys?: string | undefined;
}

const DrawerTools = lazyWithRetry("DrawerTools", () => import("./DrawerTools.tsx"));
const SideIcon = lazyWithRetry("SideIcon", () => import("./SideIcon.tsx"));

/** Empty box that is shown until the icon is loaded. */
const iconPlaceholder = <span className="size-4 shrink-0" />;

const SideLink = ({ line: { icon, title, href, keys }, isFolded }: { line: Line; isFolded: boolean }) => {
  const [path] = useLocation();
  const isSettings = usePreference("settingsPath") === path;
  const isFirstDataShown = useFirstDataShown();
  return (
    <Link
      href={href}
      title={isFolded ? title : undefined}
      aria-current={
        path.toLowerCase() === href.toLowerCase() || (icon === "operations" && isSettings) ? "page" : undefined
      }
      className="flex items-center gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-sunken aria-[current]:bg-accent-weak aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:py-2.5"
    >
      <Suspense fallback={iconPlaceholder}>{isFirstDataShown ? <SideIcon name={icon} /> : iconPlaceholder}</Suspense>
      <span className={classNames("flex-1 truncate", isFolded && "sr-only")}>{title}</span>
      {keys && !isFolded && <kbd aria-hidden>{keys}</kbd>}
    </Link>
  );
};

const CompanyBlock = ({
  company,
  isCurrent,
  isFolded,
}: {
  company: Schemas["Company"];
  isCurrent: boolean;
  isFolded: boolean;
}) => {
  const { id, name } = company;
  const lines = permittedSidebarLinks(id, company);
  // The preference lists the blocks that the user has toggled: "1- 2+" means that the block of company 1 is collapsed
  // and the block of company 2 is expanded. The block of any other company is expanded only if it is the current
  // company.
  const choices = usePreference("companyBlocks");
  const choice = choices.split(" ").find((entry) => Number.parseInt(entry, 10) === id);
  const isOpen = choice ? choice.endsWith("+") : isCurrent;
  const toggle = () =>
    setPreference("companyBlocks", `${choices.replace(choice ?? "", "").trim()} ${id}${isOpen ? "-" : "+"}`.trim());
  if (isFolded && !isCurrent) return null;
  return (
    <section aria-label={name} className="mb-2">
      {!isFolded && (
        <h2 className="flex items-center pl-2.5 text-xs font-semibold text-muted">
          <Link href={lines[0]?.href ?? "/"} className="flex-1 truncate py-1">
            {name}
          </Link>
          <button
            type="button"
            className="btn btn-ghost min-h-6 min-w-6 px-1.5"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Свернуть" : "Развернуть"}: ${name}`}
            onClick={toggle}
          >
            {isOpen ? <span aria-hidden>–</span> : <span aria-hidden>+</span>}
          </button>
        </h2>
      )}
      {isOpen && lines.map((line) => <SideLink key={line.href} line={line} isFolded={isFolded} />)}
    </section>
  );
};

/**
 * Sidebar with the links of each company and the global links (platform, section 2). The user can fold the sidebar to
 * icons. In narrow windows the sidebar is a drawer.
 */
export const Sidebar = ({
  companyId,
  isFolded: isFoldedWide,
  isDrawerOpen,
  onClose,
  onSearch,
}: {
  companyId: number;
  isFolded: boolean;
  isDrawerOpen: boolean;
  onClose: () => void;
  onSearch: () => void;
}) => {
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const isFolded = isFoldedWide && !isDrawerOpen;
  return (
    <>
      {isDrawerOpen && (
        <button
          type="button"
          aria-label="Закрыть меню"
          className="fixed inset-0 top-12 z-10 bg-backdrop min-[900px]:hidden"
          onClick={onClose}
        />
      )}
      <nav
        aria-label="Разделы"
        className={classNames(
          "sticky top-12 z-10 h-screen-rest shrink-0 overflow-y-auto border-r border-line bg-raised px-2 py-2 text-sm",
          isFolded ? "w-14" : "w-60",
          isDrawerOpen ? "max-[900px]:fixed max-[900px]:shadow-float" : "max-[900px]:hidden",
        )}
      >
        {isDrawerOpen && (
          <Suspense>
            <DrawerTools onSearch={onSearch} />
          </Suspense>
        )}
        {companies.map((company) => (
          <CompanyBlock key={company.id} company={company} isCurrent={company.id === companyId} isFolded={isFolded} />
        ))}
        <section aria-label="Общее">
          {!isFolded && <h2 className="px-2.5 py-1 text-xs font-semibold text-muted">Общее</h2>}
          {permittedGlobalLinks(companies).map((line) => (
            <SideLink key={line.href} line={line} isFolded={isFolded} />
          ))}
        </section>
      </nav>
    </>
  );
};
