import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Printer";

const loadQueue = async () => {
  const { PrintQueue } = await import("../../screens/printing/queue/PrintQueue.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => <PrintQueue companyId={Number(companyId)} />;
};

const loadAdminQueue = async () => {
  const { AdminPrintQueue } = await import("../../screens/printing/queue/AdminPrintQueue.tsx");
  return AdminPrintQueue;
};

const loadInfo = async () => {
  const { PrintInfo } = await import("../../screens/printing/printers/PrintInfo.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <PrintInfo key={companyId} companyId={Number(companyId)} />
  );
};

const loadList = async () => {
  const { PrinterList } = await import("../../screens/printing/printers/PrinterList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <PrinterList key={companyId} companyId={Number(companyId)} />
  );
};

const loadEditor = async () => {
  const { PrinterEditor } = await import("../../screens/printing/printers/PrinterEditor.tsx");
  return ({ params: { companyId, printerId } }: { params: RouteParams }) => (
    <PrinterEditor
      key={`${companyId} ${printerId}`}
      companyId={Number(companyId)}
      id={printerId === undefined ? undefined : Number(printerId)}
    />
  );
};

/** Routes of the printed bills and their texts, the print centre, the print queues and the printers. */
export const printingRoutes: readonly Route[] = [
  lazyRoute(
    "/PreBill/Company/:companyId/Summury",
    async () => (await import("../../screens/printing/Bills.tsx")).Bills,
  ),
  lazyRoute("/PrintCenter", async () => (await import("../../screens/printing/center/PrintCenter.tsx")).PrintCenter),
  lazyRoute("/Admin/Printer/Queue", loadAdminQueue),
  lazyRoute(`${path}/Queue`, loadQueue),
  lazyRoute(`${path}/PrintInfo`, loadInfo),
  lazyRoute(path, loadList, ({ companyId }) => [`/api/Printer/Company/${companyId}`]),
  lazyRoute(`${path}/New`, loadEditor),
  lazyRoute(`${path}/:printerId/Edit`, loadEditor),
];
