import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useCalm } from "../calm.ts";
import { type Command, useCommands } from "../commands.ts";
import { useServices } from "../context.ts";
import { prefer, usePreference } from "../preferences.ts";
import { classNames } from "../ui/classNames.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { ConnectionStrip } from "./ConnectionStrip.tsx";
import { useCurrentCompanyId } from "./place.ts";
import { TopBar } from "./TopBar.tsx";

const Sidebar = lazy(() => import("./Sidebar.tsx").then((module) => ({ default: module.Sidebar })));
const loadPalette = () => import("./Palette.tsx");
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })));
const KeyList = lazy(() => import("./KeyList.tsx").then((module) => ({ default: module.KeyList })));

/** Asks anew for what an earlier page remembered, once the screen has its own data. */
const useReload = (isCalm: boolean, companyId: number) => {
  const { shell, references } = useServices();
  useEffect(() => {
    if (isCalm) shell.send({ type: "shell.reload" });
  }, [isCalm, shell]);
  useEffect(() => {
    if (isCalm && companyId) references(companyId).send({ type: "references.reload" });
  }, [isCalm, companyId, references]);
};

/** Keeps the sidebar's place until it has come. */
const room = (isFolded: boolean) => (
  <div
    className={classNames("shrink-0 border-r border-line bg-raised max-[900px]:hidden", isFolded ? "w-14" : "w-60")}
    style={{ minHeight: "calc(100vh - 48px)" }}
  />
);

const isNarrow = () => innerWidth < 900;

/** Top bar, sidebar, and the screen between them; the palette and the list of keys. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const [, navigate] = useLocation();
  const companyId = useCurrentCompanyId();
  const isFolded = usePreference("sidebar") === "folded";
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isCalm = useCalm();
  useReload(isCalm, companyId);
  useEffect(() => {
    // Who presses Ctrl+K types on at once: the palette must not come after his letters.
    if (isCalm) void loadPalette().catch(() => {});
  }, [isCalm]);
  const [open, setOpen] = useState<"palette" | "keys">();
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const toggle = () => {
    if (isNarrow()) setDrawerOpen(!isDrawerOpen);
    else prefer("sidebar", isFolded ? "" : "folded");
  };
  const company = (path: string) => () => navigate(`/Company/${companyId}${path}`);
  const commands: Command[] = [
    { title: "Новый заказ", keys: "n", run: company("/Order/New") },
    { title: "Незакрытые заказы", keys: "g o", run: company("") },
    { title: "Сводка заказов", keys: "g s", run: company("/DashBoard/Summury") },
    { title: "Расширенная сводка", keys: "g e", run: company("/DashBoard/MediumSummury") },
    { title: "Мои компании", keys: "g h", run: () => navigate("/") },
    { title: "Найти заказ, экран, команду", keys: "Ctrl+K", run: () => setOpen("palette") },
    { title: "Список клавиш", keys: "?", run: () => setOpen("keys") },
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
      <TopBar companyId={companyId} onToggle={toggle} onSearch={() => setOpen("palette")} isCalm={isCalm} />
      <ConnectionStrip />
      <div className="flex">
        <Suspense fallback={room(isFolded)}>
          {isCalm ? (
            <Sidebar companyId={companyId} isFolded={isFolded} isDrawerOpen={isDrawerOpen} onClose={closeDrawer} />
          ) : (
            room(isFolded)
          )}
        </Suspense>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-5 py-4 outline-none max-[700px]:px-3">
          {children}
        </main>
      </div>
      <Toasts />
      <Suspense>
        {open === "palette" && <Palette companyId={companyId} onClose={() => setOpen(undefined)} />}
        {open === "keys" && <KeyList onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
};
