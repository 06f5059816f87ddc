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
  return ({ params: { companyId, id } }: { params: RouteParams }) => (
    <PackingListEditor
      key={`${companyId} ${id}`}
      companyId={Number(companyId)}
      id={id === undefined ? undefined : Number(id)}
    />
  );
};

const loadDetail = async () => {
  const { PackingListDetail } = await import("../../screens/packingLists/PackingListDetail.tsx");
  return ({ params: { companyId, id } }: { params: RouteParams }) => (
    <PackingListDetail key={`${companyId} ${id}`} companyId={Number(companyId)} id={Number(id)} />
  );
};

const dataOfOne = ({ companyId, id }: RouteParams) => [`/api/PackingList/${id}/Company/${companyId}`];

/** Routes of the packing lists (areas, section 2). */
export const packingListRoutes: readonly Route[] = [
  lazyRoute(path, loadList),
  lazyRoute(`${path}/New`, loadEditor, ({ companyId }) => [`/api/PackingList/Company/${companyId}/Item`]),
  lazyRoute(`${path}/:id`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:id/Edit`, loadEditor, dataOfOne),
];
