import { useEffect } from "react";
import { useLocation } from "wouter";
import { useCommands } from "../keyboard/commands.ts";
import { useCurrentCompanyId } from "../routing/currentCompany.ts";
import { useApi, usePermissions, useServices } from "../services/context.ts";
import { ScreenTools } from "./ScreenTools.tsx";

/**
 * Reloads the cached companies and settings. Reloads the cached statuses and tags of the current company if the user
 * may view orders (`mayView`). It runs after the first data are shown.
 */
const useCacheReload = (companyId: number, mayView: boolean) => {
  const { shell, references } = useServices();
  useEffect(() => shell.send({ type: "shell.reload" }), [shell]);
  useEffect(() => {
    if (mayView && companyId) references(companyId).send({ type: "query.refresh" });
  }, [mayView, companyId, references]);
};

/** Sends the page view of each screen to the server (platform, section 7). */
const usePageViews = (path: string) => {
  const api = useApi();
  useEffect(() => {
    const body = {
      url: path.slice(0, 2_000),
      application: "client",
      applicationVersion: import.meta.env.APP_VERSION,
      applicationName: "desktop client",
    };
    api.POST("/api/Metrics", { body }).catch(() => {});
  }, [path, api]);
};

/**
 * Parts of the frame that are loaded after the first data are shown. Registers the navigation commands, reports page
 * views to the server, reloads cached data, and renders `ScreenTools`.
 */
export const FrameTools = () => {
  const [path, navigate] = useLocation();
  const companyId = useCurrentCompanyId();
  const mayView = usePermissions(companyId)("order.view");
  useCacheReload(companyId, mayView);
  usePageViews(path);
  const company = `/Company/${companyId}`;
  useCommands([
    ...(mayView
      ? [
          { title: "Незакрытые заказы", keys: "g o", run: () => navigate(company) },
          { title: "Сводка заказов", keys: "g s", run: () => navigate(`${company}/DashBoard/Summury`) },
          { title: "Расширенная сводка", keys: "g e", run: () => navigate(`${company}/DashBoard/MediumSummury`) },
        ]
      : []),
    { title: "Мои компании", keys: "g h", run: () => navigate("/") },
  ]);
  return <ScreenTools />;
};
