/** Point on the map. Latitude and longitude are in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Returns twice the signed area of a triangle. The area is positive if the corners are listed counter-clockwise. */
const turn = (a: GeoPoint, b: GeoPoint, c: GeoPoint): number =>
  (b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon);

const edgesOf = (polygon: readonly GeoPoint[]): (readonly [GeoPoint, GeoPoint])[] =>
  polygon.map((from, index) => [from, polygon[(index + 1) % polygon.length] ?? from]);

/** Returns true if a point is between `from` and `to`. The point must be on the line through `from` and `to`. */
const isBetween = ({ lat, lon }: GeoPoint, from: GeoPoint, to: GeoPoint): boolean =>
  Math.min(from.lon, to.lon) <= lon &&
  lon <= Math.max(from.lon, to.lon) &&
  Math.min(from.lat, to.lat) <= lat &&
  lat <= Math.max(from.lat, to.lat);

const isOnEdge = (point: GeoPoint, [from, to]: readonly [GeoPoint, GeoPoint]): boolean =>
  turn(from, to, point) === 0 && isBetween(point, from, to);

/** Returns true if the polygon contains the point. Points on an edge count as inside. */
export const containsPoint = (polygon: readonly GeoPoint[], point: GeoPoint): boolean => {
  const edges = edgesOf(polygon);
  if (edges.some((edge) => isOnEdge(point, edge))) return true;
  // A ray to the east from a point inside the polygon crosses an odd number of edges.
  const crossings = edges.filter(
    ([from, to]) => from.lat > point.lat !== to.lat > point.lat && turn(from, to, point) > 0 === to.lat > from.lat,
  );
  return crossings.length % 2 === 1;
};

/** Returns the area of a polygon in square degrees. The result is only suitable for comparisons of areas. */
export const areaOf = (polygon: readonly GeoPoint[]): number =>
  Math.abs(edgesOf(polygon).reduce((sum, [a, b]) => sum + a.lon * b.lat - b.lon * a.lat, 0)) / 2;

const distance = (a: GeoPoint, b: GeoPoint): number => Math.hypot(a.lat - b.lat, a.lon - b.lon);

/**
 * Inserts a corner into the polygon at the edge where the perimeter grows least. With fewer than three corners, the
 * new corner becomes the last one.
 */
export const insertCorner = (polygon: readonly GeoPoint[], corner: GeoPoint): GeoPoint[] => {
  const detours = edgesOf(polygon).map(([a, b]) => distance(a, corner) + distance(corner, b) - distance(a, b));
  const at = polygon.length < 3 ? polygon.length : detours.indexOf(Math.min(...detours)) + 1;
  return polygon.toSpliced(at, 0, corner);
};

const doCross = ([a, b]: readonly [GeoPoint, GeoPoint], [c, d]: readonly [GeoPoint, GeoPoint]): boolean => {
  const sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(Math.sign);
  if (sides[0] !== sides[1] && sides[2] !== sides[3]) return true;
  return isOnEdge(c, [a, b]) || isOnEdge(d, [a, b]) || isOnEdge(a, [c, d]) || isOnEdge(b, [c, d]);
};

/**
 * Returns true if a polygon has no area, or if two of its edges cross or touch each other. The common corner of
 * neighbouring edges does not count.
 */
export const isSelfCrossing = (polygon: readonly GeoPoint[]): boolean => {
  const edges = edgesOf(polygon);
  const areNeighbours = (a: number, b: number) => b - a === 1 || (a === 0 && b === edges.length - 1);
  const foldsBack = edges.some(([a, b], index) => {
    const [, c] = edges[(index + 1) % edges.length] ?? [a, b];
    return turn(a, b, c) === 0 && (isBetween(c, a, b) || isBetween(a, b, c));
  });
  return (
    areaOf(polygon) === 0 ||
    foldsBack ||
    edges.some((edge, a) => edges.some((other, b) => b > a && !areNeighbours(a, b) && doCross(edge, other)))
  );
};
