import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/PackingList";

const loadList = async () => {
  const { PackingListList } = await import("../../screens/packingLists/PackingListList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <PackingListList key={companyId} companyId={Number(companyId)} />
  );
};

const loadEditor = async () => {
  const { PackingListEditor } = await import("../../screens/packingLists/PackingListEditor.tsx");
  return ({ params: { companyId, packingListId } }: { params: RouteParams }) => (
    <PackingListEditor
      key={`${companyId} ${packingListId}`}
      companyId={Number(companyId)}
      id={packingListId === undefined ? undefined : Number(packingListId)}
    />
  );
};

const loadDetail = async () => {
  const { PackingListDetail } = await import("../../screens/packingLists/PackingListDetail.tsx");
  return ({ params: { companyId, packingListId } }: { params: RouteParams }) => (
    <PackingListDetail key={`${companyId} ${packingListId}`} companyId={Number(companyId)} id={Number(packingListId)} />
  );
};

const dataOfOne = ({ companyId, packingListId }: RouteParams) => [
  `/api/PackingList/${packingListId}/Company/${companyId}`,
];

/** Routes of the packing lists (areas, section 2). */
export const packingListRoutes: readonly Route[] = [
  lazyRoute(path, loadList),
  lazyRoute(`${path}/New`, loadEditor, ({ companyId }) => [`/api/PackingList/Company/${companyId}/Item`]),
  lazyRoute(`${path}/:packingListId`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:packingListId/Edit`, loadEditor, dataOfOne),
];
