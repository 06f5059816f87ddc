import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Kitchen";

const companyOf = ({ companyId }: RouteParams): number => Number(companyId);
const idOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const boardData = ({ companyId }: RouteParams) => [`/api/KitchenStation/Company/${companyId}/Summury`];

const loadKitchen = async () => {
  const { Kitchen } = await import("../../screens/kitchen/Kitchen.tsx");
  return ({ params }: { params: RouteParams }) => <Kitchen key={params["companyId"]} companyId={companyOf(params)} />;
};

const loadDisplay = async () => {
  const { KitchenDisplay } = await import("../../screens/kitchen/KitchenDisplay.tsx");
  return ({ params }: { params: RouteParams }) => (
    <KitchenDisplay key={params["companyId"]} companyId={companyOf(params)} />
  );
};

const loadSettings = async () => {
  const { KitchenSettings } = await import("../../screens/kitchen/KitchenSettings.tsx");
  return ({ params }: { params: RouteParams }) => (
    <KitchenSettings key={params["companyId"]} companyId={companyOf(params)} />
  );
};

const loadStations = async () => {
  const { StationList } = await import("../../screens/kitchen/StationList.tsx");
  return ({ params }: { params: RouteParams }) => (
    <StationList key={params["companyId"]} companyId={companyOf(params)} />
  );
};

const loadStation = async () => {
  const { StationEditor } = await import("../../screens/kitchen/StationEditor.tsx");
  return ({ params }: { params: RouteParams }) => (
    <StationEditor
      key={`${params["companyId"]} ${params["stationId"]}`}
      companyId={companyOf(params)}
      id={idOf(params["stationId"])}
    />
  );
};

const loadStops = async () => {
  const { StopList } = await import("../../screens/kitchen/StopList.tsx");
  return ({ params }: { params: RouteParams }) => <StopList key={params["companyId"]} companyId={companyOf(params)} />;
};

const loadStop = async () => {
  const { StopEditor } = await import("../../screens/kitchen/StopEditor.tsx");
  return ({ params }: { params: RouteParams }) => (
    <StopEditor
      key={`${params["companyId"]} ${params["itemId"]}`}
      companyId={companyOf(params)}
      id={idOf(params["itemId"])}
    />
  );
};

/**
 * Routes of the kitchen, its display, settings and stations, and of the stop list (areas, section 7). The display has
 * no frame.
 */
export const kitchenRoutes: readonly Route[] = [
  lazyRoute(path, loadKitchen, boardData),
  lazyRoute(`${path}/Display`, loadDisplay, boardData),
  lazyRoute(`${path}/Settings`, loadSettings),
  lazyRoute(`${path}/Station`, loadStations, boardData),
  lazyRoute(`${path}/Station/New`, loadStation),
  lazyRoute(`${path}/Station/:stationId/Edit`, loadStation),
  lazyRoute(`${path}/Stop`, loadStops, ({ companyId }) => [`/api/ItemStop/Company/${companyId}`]),
  lazyRoute(`${path}/Stop/New`, loadStop),
  lazyRoute(`${path}/Stop/:itemId/Edit`, loadStop),
];
