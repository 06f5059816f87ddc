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

/** Routes of the delivery: the dispatchers' board, the screen of a courier, and the settings (areas, section 8). */
export const deliveryRoutes: readonly Route[] = [
  lazyRoute(path, loadDelivery),
  lazyRoute(`${path}/My`, loadCourier),
  lazyRoute(`${path}/Settings`, loadSettings),
];
