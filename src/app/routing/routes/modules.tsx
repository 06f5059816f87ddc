import type { Schemas } from "#api/client.ts";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/ModuleConfiguration";

const loadList = async () => {
  const { ModuleList } = await import("../../screens/modules/ModuleList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <ModuleList key={companyId} companyId={Number(companyId)} />
  );
};

const loadEditor = async () => {
  const { ModuleEditor } = await import("../../screens/modules/ModuleEditor.tsx");
  return ({ params: { companyId, module } }: { params: RouteParams }) => (
    // The path may contain the name of an unknown module. The editor then shows "Такого модуля нет."
    <ModuleEditor key={`${companyId} ${module}`} companyId={Number(companyId)} id={module as Schemas["ModuleName"]} />
  );
};

const data = ({ companyId }: RouteParams) => [`/api/ModuleConfiguration/Company/${companyId}`];

/** Routes of the modules of a company (areas, section 11). */
export const moduleRoutes: readonly Route[] = [
  lazyRoute(path, loadList, data),
  lazyRoute(`${path}/:module/Edit`, loadEditor, data),
];
