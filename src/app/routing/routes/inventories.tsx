import type { ComponentType } from "react";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const groups = "/Company/:companyId/InventoryGroup";
const counts = "/Company/:companyId/Inventory";

const ofCompany = (load: () => Promise<ComponentType<{ companyId: number }>>) => async () => {
  const Screen = await load();
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <Screen key={companyId} companyId={Number(companyId)} />
  );
};

const loadGroupEditor = async () => {
  const { InventoryGroupEditor } = await import("../../screens/inventories/InventoryGroupEditor.tsx");
  return ({ params: { companyId, groupId } }: { params: RouteParams }) => (
    <InventoryGroupEditor
      key={`${companyId} ${groupId}`}
      companyId={Number(companyId)}
      id={groupId === undefined ? undefined : Number(groupId)}
    />
  );
};

const loadDetail = async () => {
  const { InventoryDetail } = await import("../../screens/inventories/InventoryDetail.tsx");
  return ({ params: { companyId, inventoryId } }: { params: RouteParams }) => (
    <InventoryDetail key={`${companyId} ${inventoryId}`} companyId={Number(companyId)} id={Number(inventoryId)} />
  );
};

/** Routes of the inventories and the inventory groups (areas, section 4). */
export const inventoryRoutes: readonly Route[] = [
  lazyRoute(
    groups,
    ofCompany(async () => (await import("../../screens/inventories/InventoryGroupList.tsx")).InventoryGroupList),
    ({ companyId }) => [`/api/InventoryGroup/Company/${companyId}/Summury`],
  ),
  lazyRoute(`${groups}/New`, loadGroupEditor),
  lazyRoute(`${groups}/:groupId/Edit`, loadGroupEditor, ({ companyId, groupId }) => [
    `/api/InventoryGroup/${groupId}/Company/${companyId}`,
  ]),
  lazyRoute(
    counts,
    ofCompany(async () => (await import("../../screens/inventories/InventoryList.tsx")).InventoryList),
  ),
  lazyRoute(
    `${counts}/DashBoard`,
    ofCompany(async () => (await import("../../screens/inventories/InventoryDashBoard.tsx")).InventoryDashBoard),
    ({ companyId }) => [`/api/Inventory/Company/${companyId}/DashBoard`],
  ),
  lazyRoute(
    `${counts}/New`,
    ofCompany(async () => (await import("../../screens/inventories/InventoryStart.tsx")).InventoryStart),
  ),
  lazyRoute(`${counts}/:inventoryId`, loadDetail, ({ companyId, inventoryId }) => [
    `/api/Inventory/${inventoryId}/Company/${companyId}`,
  ]),
];
