import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { type Command, useCommands } from "../commands.ts";
import { useServices } from "../context.ts";
import { prefer, usePreference } from "../preferences.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { ConnectionStrip } from "./ConnectionStrip.tsx";
import { useCurrentCompanyId } from "./place.ts";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";

const Palette = lazy(() => import("./Palette.tsx").then((module) => ({ default: module.Palette })));
const KeyList = lazy(() => import("./KeyList.tsx").then((module) => ({ default: module.KeyList })));

/** How long after the page has come the rest is asked for, milliseconds: the first rows go first. */
const AFTERWARDS_MS = 1_500;

/** Turns true when the first rows have had their time; then the remembered lists are asked for anew. */
const useAfterwards = (): boolean => {
  const { shell, references } = useServices();
  const companyId = useCurrentCompanyId();
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), AFTERWARDS_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isAfter) shell.send({ type: "shell.reload" });
  }, [isAfter, shell]);
  useEffect(() => {
    if (isAfter && companyId) references(companyId).send({ type: "references.reload" });
  }, [isAfter, companyId, references]);
  return isAfter;
};

const isNarrow = () => innerWidth < 900;

/** Top bar, sidebar, and the screen between them; the palette and the list of keys. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const [, navigate] = useLocation();
  const companyId = useCurrentCompanyId();
  const isFolded = usePreference("sidebar") === "folded";
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isAfter = useAfterwards();
  const [open, setOpen] = useState<"palette" | "keys">();
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
      <TopBar companyId={companyId} onToggle={toggle} onSearch={() => setOpen("palette")} isAfter={isAfter} />
      <ConnectionStrip />
      <div className="flex">
        <Sidebar
          companyId={companyId}
          isFolded={isFolded}
          isDrawerOpen={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
        />
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
