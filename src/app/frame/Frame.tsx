import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { missingPermissionText, ORDER_CREATE } from "#domain/firstPermissions.ts";
import { type Command, useCommands } from "../keyboard/commands.ts";
import { LazyPalette, prefetchPalette } from "../keyboard/palette/LazyPalette.tsx";
import { useCurrentCompanyId } from "../routing/currentCompany.ts";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { usePermissions, useServices } from "../services/context.ts";
import { useFirstDataShown } from "../startup/firstData.ts";
import { prefer, usePreference } from "../storage/preferences.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { ConnectionStrip } from "./ConnectionStrip.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";

const KeyList = lazyComponent("KeyList", () => import("../keyboard/KeyList.tsx"));

/** Asks anew for what an earlier page remembered, once the screen has its own data. */
const useReload = (isCalm: boolean, companyId: number) => {
  const { shell, references } = useServices();
  useEffect(() => {
    if (isCalm) shell.send({ type: "shell.reload" });
  }, [isCalm, shell]);
  useEffect(() => {
    if (isCalm && companyId) references(companyId).send({ type: "query.refresh" });
  }, [isCalm, companyId, references]);
};

/** Ctrl is often followed by K: the palette's code starts to come with the first of the two. */
const prefetchOnControl = () => {
  const press = ({ key }: KeyboardEvent) => key === "Control" && prefetchPalette();
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
};

const copyTrailLazily = async () => (await import("../trail/copyTrail.ts")).copyTrail();

const isNarrow = () => innerWidth < 900;

/** Top bar, sidebar, and the screen between them; the palette and the list of keys. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const [path, navigate] = useLocation();
  const companyId = useCurrentCompanyId();
  const isFolded = usePreference("sidebar") === "folded";
  // Open on the path it was opened on: wherever one goes, it is closed.
  const [drawerPath, setDrawerPath] = useState<string>();
  const isDrawerOpen = drawerPath === path;
  const isCalm = useFirstDataShown();
  useReload(isCalm, companyId);
  useEffect(prefetchOnControl, []);
  const [open, setOpen] = useState<"palette" | "keys">();
  const closeDrawer = useCallback(() => setDrawerPath(undefined), []);
  const toggle = () => {
    if (isNarrow()) setDrawerPath(isDrawerOpen ? undefined : path);
    else prefer("sidebar", isFolded ? "" : "folded");
  };
  const whyNoOrder = usePermissions(companyId)("order.create") ? undefined : missingPermissionText(ORDER_CREATE);
  const company = (path: string) => () => navigate(`/Company/${companyId}${path}`);
  const commands: Command[] = [
    { title: "Новый заказ", keys: "n", why: whyNoOrder, run: company("/Order/New") },
    { title: "Незакрытые заказы", keys: "g o", run: company("") },
    { title: "Сводка заказов", keys: "g s", run: company("/DashBoard/Summury") },
    { title: "Расширенная сводка", keys: "g e", run: company("/DashBoard/MediumSummury") },
    { title: "Мои компании", keys: "g h", run: () => navigate("/") },
    { title: "Найти заказ, экран, команду", keys: "Ctrl+K", run: () => setOpen("palette") },
    { title: "Список клавиш", keys: "?", run: () => setOpen("keys") },
    { title: "Свернуть или развернуть меню", keys: "m", run: toggle },
    { title: "Скопировать след для поддержки", run: copyTrailLazily },
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
        whyNoOrder={whyNoOrder}
        onToggle={toggle}
        onSearch={() => setOpen("palette")}
        onSearchNear={prefetchPalette}
        isCalm={isCalm}
      />
      <ConnectionStrip />
      <div className="flex">
        <Sidebar companyId={companyId} isFolded={isFolded} isDrawerOpen={isDrawerOpen} onClose={closeDrawer} />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-5 py-4 outline-none max-[700px]:px-3">
          {children}
        </main>
      </div>
      <Toasts />
      <Suspense>
        {open === "palette" && <LazyPalette companyId={companyId} onClose={() => setOpen(undefined)} />}
        {open === "keys" && <KeyList onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
};
