import { areaOf, containsPoint, type GeoPoint, isSelfCrossing } from "./geometry.ts";

/** Delivery zone with its area. If zones overlap, the zone with the smaller `priority` wins. */
export interface ZoneArea {
  readonly priority: number;
  /** Corners of the zone. Empty if the zone consists only of streets. */
  readonly polygon: readonly GeoPoint[];
  readonly streets: readonly string[];
}

/** Place of a delivery. `point` is null if the coordinates of the address are unknown. */
export interface DeliveryPlace {
  readonly street: string;
  readonly point: GeoPoint | null;
}

/**
 * Returns a street name for comparison: in lower case, without dots, commas and doubled spaces, and with "е" instead of
 * "ё".
 */
export const normalizeStreet = (text: string): string =>
  text.toLowerCase().replaceAll("ё", "е").replace(/[.,]/g, " ").replace(/\s+/g, " ").trim();

/** Returns the Russian reason why a polygon and streets cannot form a zone, or undefined if there is none. */
export const findAreaFlaw = ({ polygon, streets }: Omit<ZoneArea, "priority">): string | undefined => {
  if (polygon.length === 0) return streets.length === 0 ? "Нарисуйте зону на карте или добавьте улицы." : undefined;
  if (polygon.length < 3) return "У зоны не меньше трёх углов.";
  return isSelfCrossing(polygon) ? "Граница зоны пересекает сама себя." : undefined;
};

const isInZone = ({ polygon, streets }: ZoneArea, { street, point }: DeliveryPlace): boolean =>
  (point !== null && polygon.length > 0 && containsPoint(polygon, point)) ||
  streets.some((one) => normalizeStreet(one) === normalizeStreet(street));

/**
 * Returns the zone of a place (areas, section 8), or undefined if no zone matches. A zone matches if its polygon
 * contains the place, or if its streets include the street of the place. If several zones match, the zone with the
 * lowest priority number is returned, or the smallest zone if the numbers are equal.
 */
export const findZone = <Zone extends ZoneArea>(zones: readonly Zone[], place: DeliveryPlace): Zone | undefined =>
  zones
    .filter((zone) => isInZone(zone, place))
    .sort((a, b) => a.priority - b.priority || areaOf(a.polygon) - areaOf(b.polygon))[0];
