import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { lazyWithRetry } from "../routing/lazyComponent.ts";
import { useServices } from "../services/context.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";
import { classNames } from "../ui/classNames.ts";
import { Link } from "../ui/Link.tsx";
import { isSettingsPath } from "./isSettingsPath.ts";
import { permittedGlobalLinks, permittedSidebarLinks, type SideIconName } from "./sidebarLinks.ts";

interface Line {
  icon: SideIconName;
  title: string;
  href: string;
  keys?: string | undefined;
}

const DrawerTools = lazyWithRetry("DrawerTools", () => import("./DrawerTools.tsx"));

const SideLink = ({ line: { icon, title, href, keys }, isFolded }: { line: Line; isFolded: boolean }) => {
  const [path] = useLocation();
  return (
    <Link
      href={href}
      title={isFolded ? title : undefined}
      aria-current={
        path.toLowerCase() === href.toLowerCase() || (icon === "operations" && isSettingsPath(path))
          ? "page"
          : undefined
      }
      className="side-link"
    >
      <svg aria-hidden className="size-4 shrink-0">
        <use href={`#icon-${icon}`} />
      </svg>
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
 * Sidebar with the links of each company and the global links (platform, section 2). The user can fold it to icons, and
 * in narrow windows it is a drawer.
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
