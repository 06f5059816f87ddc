import type { ComponentType } from "react";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Finance";

const ofCompany = (load: () => Promise<ComponentType<{ companyId: number }>>) => async () => {
  const Screen = await load();
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <Screen key={companyId} companyId={Number(companyId)} />
  );
};

const ofEntry = (load: () => Promise<ComponentType<{ companyId: number; id: number | undefined }>>) => async () => {
  const Screen = await load();
  return ({ params: { companyId, entryId } }: { params: RouteParams }) => (
    <Screen
      key={`${companyId} ${entryId}`}
      companyId={Number(companyId)}
      id={entryId === undefined ? undefined : Number(entryId)}
    />
  );
};

const loadShift = async () => {
  const { ShiftDetail } = await import("../../screens/finance/ShiftDetail.tsx");
  return ({ params: { companyId, entryId } }: { params: RouteParams }) => (
    <ShiftDetail key={`${companyId} ${entryId}`} companyId={Number(companyId)} id={Number(entryId)} />
  );
};

const loadSource = ofEntry(async () => (await import("../../screens/finance/SourceEditor.tsx")).SourceEditor);
const loadCategory = ofEntry(
  async () => (await import("../../screens/finance/FinanceCategoryEditor.tsx")).FinanceCategoryEditor,
);
const loadOpening = ofEntry(async () => (await import("../../screens/finance/ShiftOpening.tsx")).ShiftOpening);

/**
 * Routes of the finance sources, the transactions and their categories, the finance report, the settings, and the cash
 * shifts (areas, section 6).
 */
export const financeRoutes: readonly Route[] = [
  lazyRoute(
    `${path}/Source`,
    ofCompany(async () => (await import("../../screens/finance/SourceList.tsx")).SourceList),
    ({ companyId }) => [`/api/FinanceSource/Company/${companyId}/Summury`],
  ),
  lazyRoute(`${path}/Source/New`, loadSource),
  lazyRoute(`${path}/Source/:entryId/Edit`, loadSource),
  lazyRoute(
    `${path}/Transaction`,
    ofCompany(async () => (await import("../../screens/finance/TransactionList.tsx")).TransactionList),
  ),
  lazyRoute(
    `${path}/Transaction/New`,
    ofCompany(async () => (await import("../../screens/finance/TransactionEditor.tsx")).TransactionEditor),
  ),
  lazyRoute(
    `${path}/Report`,
    ofCompany(async () => (await import("../../screens/finance/FinanceReport.tsx")).FinanceReport),
  ),
  lazyRoute(
    `${path}/Category`,
    ofCompany(async () => (await import("../../screens/finance/FinanceCategoryList.tsx")).FinanceCategoryList),
    ({ companyId }) => [`/api/FinanceCategory/Company/${companyId}/Summury`],
  ),
  lazyRoute(`${path}/Category/New`, loadCategory),
  lazyRoute(`${path}/Category/:entryId/Edit`, loadCategory),
  lazyRoute(
    `${path}/Settings`,
    ofCompany(async () => (await import("../../screens/finance/FinanceSettings.tsx")).FinanceSettings),
  ),
  lazyRoute(
    `${path}/Shift`,
    ofCompany(async () => (await import("../../screens/finance/Shifts.tsx")).Shifts),
    ({ companyId }) => [`/api/CashShift/Company/${companyId}`],
  ),
  lazyRoute(
    `${path}/Shift/List`,
    ofCompany(async () => (await import("../../screens/finance/ShiftList.tsx")).ShiftList),
  ),
  lazyRoute(
    `${path}/Shift/HandIn`,
    ofCompany(async () => (await import("../../screens/finance/HandIn.tsx")).HandIn),
  ),
  lazyRoute(`${path}/Shift/New`, loadOpening),
  lazyRoute(`${path}/Shift/:entryId/Edit`, loadOpening),
  lazyRoute(`${path}/Shift/:entryId`, loadShift),
];
