import { type ReactNode, Suspense, useCallback, useState } from "react";
import { useLocation } from "wouter";
import { missingPermissionText, ORDER_CREATE } from "#domain/firstPermissions.ts";
import { type Command, useCommands } from "../keyboard/commands.ts";
import { LazyPalette, prefetchPalette } from "../keyboard/palette/LazyPalette.tsx";
import { useCurrentCompanyId } from "../routing/currentCompany.ts";
import { lazyComponent, lazyWithRetry } from "../routing/lazyComponent.ts";
import { usePermissions } from "../services/context.ts";
import { useFirstDataShown } from "../startup/firstData.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";
import { useMedia } from "../ui/useMedia.ts";
import { ConnectionStrip } from "./ConnectionStrip.tsx";
import { isSettingsPath } from "./isSettingsPath.ts";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";

const FrameTools = lazyWithRetry("FrameTools", () => import("./FrameTools.tsx"));
const KeyList = lazyComponent("KeyList", () => import("../keyboard/help/KeyList.tsx"));

const isNarrow = () => innerWidth < 900;

/**
 * Paths of the order editor and the stage board. In windows narrower than 1500 px the sidebar is folded on these paths,
 * because the columns of these screens need the room.
 */
const WIDE = /\/(Order\/(New|\d+\/Edit)|Board)$/i;

/**
 * Frame around a screen: the top bar, the warning that the server is unreachable, the sidebar, the command palette, the
 * help and the toasts.
 */
export const Frame = ({ children }: { children: ReactNode }) => {
  const [path, navigate] = useLocation();
  const companyId = useCurrentCompanyId();
  // A settings screen has a menu of its own. In a narrow window an open sidebar would leave too little room.
  const isCrowded = useMedia("(width < 1500px)") && (WIDE.test(path) || isSettingsPath(path));
  const isFolded = usePreference("sidebar") === "folded" || isCrowded;
  // The drawer is open only for the path on which the user opened it. Navigation therefore closes it.
  const [drawerPath, setDrawerPath] = useState<string>();
  const isDrawerOpen = drawerPath === path;
  const isFirstDataShown = useFirstDataShown();
  const may = usePermissions(companyId);
  const [open, setOpen] = useState<"palette" | "keys">();
  const openPalette = () => {
    setDrawerPath(undefined);
    setOpen("palette");
  };
  const closeDrawer = useCallback(() => setDrawerPath(undefined), []);
  const toggle = () => {
    if (isNarrow() || isCrowded) setDrawerPath(isDrawerOpen ? undefined : path);
    else setPreference("sidebar", isFolded ? "" : "folded");
  };
  const reasonNotToOrder = may("order.create") ? undefined : missingPermissionText(ORDER_CREATE);
  const commands: Command[] = [
    { title: "Новый заказ", keys: "n", why: reasonNotToOrder, run: () => navigate(`/Company/${companyId}/Order/New`) },
    { title: "Найти заказ, экран, команду", keys: "Ctrl+K", scope: "always", run: () => setOpen("palette") },
    { title: "Справка и клавиши", keys: "?", run: () => setOpen("keys") },
    { title: "Свернуть или развернуть меню", keys: "m", run: toggle },
  ];
  useCommands(commands);
  return (
    <>
      <a href="#main" className="skip-link btn btn-primary">
        К содержанию
      </a>
      <TopBar
        companyId={companyId}
        reasonNotToOrder={reasonNotToOrder}
        onToggle={toggle}
        onSearch={() => setOpen("palette")}
        onSearchNear={prefetchPalette}
        isFirstDataShown={isFirstDataShown}
      />
      <ConnectionStrip />
      <div className="flex">
        <Sidebar
          companyId={companyId}
          isFolded={isFolded}
          isDrawerOpen={isDrawerOpen}
          onClose={closeDrawer}
          onSearch={openPalette}
        />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-5 py-4 outline-none max-[700px]:px-3">
          {children}
        </main>
      </div>
      <Suspense>{isFirstDataShown && <FrameTools />}</Suspense>
      <Suspense>
        {open === "palette" && <LazyPalette companyId={companyId} onClose={() => setOpen(undefined)} />}
        {open === "keys" && <KeyList onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
};
