import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { lazyWithRetry } from "../routing/lazyComponent.ts";
import { useCompany, useServices } from "../services/context.ts";
import { useIsAdmin } from "../services/useIsAdmin.ts";
import { Button } from "../ui/Button.tsx";
import { Link } from "../ui/Link.tsx";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import { BackButton } from "./BackButton.tsx";
import { adminLabel, down, profileLabel } from "./menuLabels.tsx";
import { Notifications } from "./notifications/Notifications.tsx";
import { companyPath, summaryEntries } from "./sidebarLinks.ts";

const Profile = lazyWithRetry("Profile", () => import("./Profile.tsx"));

const newOrder = (
  <>
    <span className="max-[600px]:sr-only">Новый заказ</span>
    <span aria-hidden className="min-[601px]:hidden">
      +
    </span>
    <kbd aria-hidden className="max-[640px]:hidden">
      N
    </kbd>
  </>
);

const CompanySelector = ({ companyId }: { companyId: number }) => {
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const name = useCompany(companyId)?.name;
  if (companies.length < 2)
    return (
      <span className="truncate px-2 font-semibold max-[600px]:max-w-28" title={name}>
        {name}
      </span>
    );
  return (
    <PopupMenu
      className="btn btn-plain min-w-0"
      trigger={
        <>
          <span className="max-w-44 truncate max-[600px]:max-w-20" title={name}>
            {name || "Компания"}
          </span>{" "}
          {down}
        </>
      }
      entries={companies.map((company) => ({
        title: company.name,
        href: companyPath(company.id, company),
        isCurrent: company.id === companyId,
      }))}
    />
  );
};

/** Bar at the top of the frame, with search, links and menus (platform, section 2). */
export const TopBar = ({
  companyId,
  reasonNotToOrder,
  onToggle,
  onSearch,
  onSearchNear,
  isFirstDataShown,
}: {
  companyId: number;
  /** Reason why the button for a new order is disabled. */
  reasonNotToOrder: string | undefined;
  onToggle: () => void;
  onSearch: () => void;
  /** Called when the pointer or the focus enters the search field, so that the palette can be prefetched. */
  onSearchNear: () => void;
  isFirstDataShown: boolean;
}) => {
  const summary = summaryEntries(companyId, useCompany(companyId));
  // Until the code of the menus is loaded, their labels reserve the space of the buttons.
  const labels = (
    <>
      {useIsAdmin() && <span className="btn btn-ghost">{adminLabel}</span>}
      <span className="btn btn-ghost">{profileLabel(useServices().user.name)}</span>
    </>
  );
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1.5 border-b border-line bg-raised px-3">
      <button type="button" className="btn btn-ghost" aria-label="Меню" title="Меню (M)" onClick={onToggle}>
        <span aria-hidden>☰</span>
      </button>
      <Link href="/" title="Моя доска" className="mr-1 py-1 font-semibold text-accent max-[430px]:hidden">
        Заказы
      </Link>
      <BackButton className="max-[700px]:hidden" labelClass="max-[1000px]:sr-only" />
      <CompanySelector companyId={companyId} />
      {companyId > 0 && summary.length > 0 && (
        <span className="max-[1000px]:hidden">
          <PopupMenu trigger={<>Сводка {down}</>} entries={summary} />
        </span>
      )}
      <span className="flex-1" />
      <button
        type="button"
        className="search-button"
        title="Найти заказ, экран, команду (Ctrl+K)"
        onPointerEnter={onSearchNear}
        onFocus={onSearchNear}
        onClick={onSearch}
      >
        <span>Найти заказ, экран, команду</span>
        <span>Поиск</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {companyId > 0 &&
        (reasonNotToOrder ? (
          <Button kind="primary" why={reasonNotToOrder}>
            {newOrder}
          </Button>
        ) : (
          <Link href={`/Company/${companyId}/Order/New`} className="btn btn-primary" title="Новый заказ (N)">
            {newOrder}
          </Link>
        ))}
      <Notifications isShown={isFirstDataShown} />
      <Suspense fallback={labels}>{isFirstDataShown ? <Profile /> : labels}</Suspense>
    </header>
  );
};
