import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Delivery";

const companyOf = ({ companyId }: RouteParams): number => Number(companyId);

const loadDelivery = async () => {
  const { DeliveryScreen } = await import("../../screens/delivery/DeliveryScreen.tsx");
  return ({ params }: { params: RouteParams }) => (
    <DeliveryScreen key={params["companyId"]} companyId={companyOf(params)} />
  );
};

const loadCourier = async () => {
  const { CourierScreen } = await import("../../screens/delivery/CourierScreen.tsx");
  return ({ params }: { params: RouteParams }) => (
    <CourierScreen key={params["companyId"]} companyId={companyOf(params)} />
  );
};

const loadSettings = async () => {
  const { DeliverySettings } = await import("../../screens/delivery/DeliverySettings.tsx");
  return ({ params }: { params: RouteParams }) => (
    <DeliverySettings key={params["companyId"]} companyId={companyOf(params)} />
  );
};

const loadZones = async () => {
  const { ZoneList } = await import("../../screens/delivery/ZoneList.tsx");
  return ({ params }: { params: RouteParams }) => <ZoneList key={params["companyId"]} companyId={companyOf(params)} />;
};

const loadZone = async () => {
  const { ZoneEditor } = await import("../../screens/delivery/ZoneEditor.tsx");
  return ({ params }: { params: RouteParams }) => (
    <ZoneEditor
      key={`${params["companyId"]} ${params["zoneId"]}`}
      companyId={companyOf(params)}
      id={params["zoneId"] === undefined ? undefined : Number(params["zoneId"])}
    />
  );
};

/**
 * Routes of the delivery: the dispatchers' board, a courier's screen, the settings and the zones (areas, section 8).
 */
export const deliveryRoutes: readonly Route[] = [
  lazyRoute(path, loadDelivery),
  lazyRoute(`${path}/My`, loadCourier),
  lazyRoute(`${path}/Settings`, loadSettings),
  lazyRoute(`${path}/Zone`, loadZones, ({ companyId }) => [`/api/DeliveryZone/Company/${companyId}/Summury`]),
  lazyRoute(`${path}/Zone/New`, loadZone),
  lazyRoute(`${path}/Zone/:zoneId/Edit`, loadZone),
];
