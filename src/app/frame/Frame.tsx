import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { missingPermissionText, ORDER_CREATE } from "#domain/firstPermissions.ts";
import { type Command, useCommands } from "../keyboard/commands.ts";
import { LazyPalette, prefetchPalette } from "../keyboard/palette/LazyPalette.tsx";
import { useCurrentCompanyId } from "../routing/currentCompany.ts";
import { lazyComponent, lazyWithRetry } from "../routing/lazyComponent.ts";
import { usePermissions, useServices } from "../services/context.ts";
import { useFirstDataShown } from "../startup/firstData.ts";
import { setPreference, usePreference } from "../storage/preferences.ts";
import { useMedia } from "../ui/useMedia.ts";
import { ConnectionStrip } from "./ConnectionStrip.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";

const ScreenTools = lazyWithRetry("ScreenTools", () => import("./ScreenTools.tsx"));
const KeyList = lazyComponent("KeyList", () => import("../keyboard/help/KeyList.tsx"));

/**
 * Reloads the cached companies and settings after the first data are shown. Also reloads the statuses and tags of a
 * company, unless `companyId` is false or 0.
 */
const useCacheReload = (isFirstDataShown: boolean, companyId: number | false) => {
  const { shell, references } = useServices();
  useEffect(() => {
    if (isFirstDataShown) shell.send({ type: "shell.reload" });
  }, [isFirstDataShown, shell]);
  useEffect(() => {
    if (isFirstDataShown && companyId) references(companyId).send({ type: "query.refresh" });
  }, [isFirstDataShown, companyId, references]);
};

/** Prefetches the command palette as soon as Ctrl is pressed, because Ctrl+K opens the palette. */
const prefetchOnControl = () => {
  const press = ({ key }: KeyboardEvent) => key === "Control" && prefetchPalette();
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
};

const isNarrow = () => innerWidth < 900;

/**
 * Paths of the order editor. In windows narrower than 1500 px the sidebar is folded on these paths, because the columns
 * of the editor need the room.
 */
const EDITOR = /\/Order\/(New|\d+\/Edit)$/i;

/**
 * Frame around a screen: the top bar, the warning that the server is unreachable, the sidebar, the command palette, the
 * help and the toasts.
 */
export const Frame = ({ children }: { children: ReactNode }) => {
  const [path, navigate] = useLocation();
  const companyId = useCurrentCompanyId();
  // An order editor is wide, and a settings screen has a menu of its own. In a narrow window the sidebar is folded,
  // because an open sidebar would leave too little room.
  const isSettings = usePreference("settingsPath") === path;
  const isCrowded = useMedia("(width < 1500px)") && (EDITOR.test(path) || isSettings);
  const isFolded = usePreference("sidebar") === "folded" || isCrowded;
  // The drawer is open only for the path on which the user opened it. Navigation therefore closes it.
  const [drawerPath, setDrawerPath] = useState<string>();
  const isDrawerOpen = drawerPath === path;
  const isFirstDataShown = useFirstDataShown();
  const may = usePermissions(companyId);
  useCacheReload(isFirstDataShown, may("order.view") && companyId);
  useEffect(prefetchOnControl, []);
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
  const company = (path: string) => () => navigate(`/Company/${companyId}${path}`);
  const commands: Command[] = [
    { title: "Новый заказ", keys: "n", why: reasonNotToOrder, run: company("/Order/New") },
    ...(may("order.view")
      ? [
          { title: "Незакрытые заказы", keys: "g o", run: company("") },
          { title: "Сводка заказов", keys: "g s", run: company("/DashBoard/Summury") },
          { title: "Расширенная сводка", keys: "g e", run: company("/DashBoard/MediumSummury") },
        ]
      : []),
    { title: "Мои компании", keys: "g h", run: () => navigate("/") },
    { title: "Найти заказ, экран, команду", keys: "Ctrl+K", scope: "always", run: () => setOpen("palette") },
    { title: "Справка и клавиши", keys: "?", run: () => setOpen("keys") },
    { title: "Свернуть или развернуть меню", keys: "m", run: toggle },
  ];
  useCommands(commands);
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 btn btn-primary"
      >
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
      <Suspense>{isFirstDataShown && <ScreenTools />}</Suspense>
      <Suspense>
        {open === "palette" && <LazyPalette companyId={companyId} onClose={() => setOpen(undefined)} />}
        {open === "keys" && <KeyList onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
};
