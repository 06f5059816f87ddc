import leafletStyles from "leaflet/dist/leaflet.css?url";
import { Minus, Plus } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import type { GeoPoint } from "#domain/geometry.ts";
import { createMap, type MapPin, type MapZone } from "./createMap.ts";
import mapStyles from "./map.css?url";
import { readMapSettings } from "./mapSettings.ts";

const NO_PINS: readonly MapPin[] = [];

/**
 * Map with delivery zones, pins, and the polygon that the user draws (`corners`). Reports clicks on pins, on corners
 * and on any other place of the map, and moves of corners.
 */
export const MapView = ({
  label,
  zones,
  pins = NO_PINS,
  corners,
  onPick,
  onGround,
  onCornerMove,
  onCorner,
  className,
}: {
  label: string;
  zones: readonly MapZone[];
  pins?: readonly MapPin[];
  corners?: readonly GeoPoint[];
  onPick?: (id: number) => void;
  onGround?: (point: GeoPoint) => void;
  onCornerMove?: (index: number, point: GeoPoint) => void;
  onCorner?: (index: number) => void;
  className: string;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<ReturnType<typeof createMap>>(undefined);
  const settings = readMapSettings(globalThis.appConfig);
  const create = useEffectEvent((element: HTMLElement) =>
    createMap(element, settings, {
      onPick: (id) => report.pick(id),
      onGround: (point) => report.ground(point),
      onCornerMove: (index, point) => report.cornerMove(index, point),
      onCorner: (index) => report.corner(index),
    }),
  );
  const report = {
    pick: useEffectEvent((id: number) => onPick?.(id)),
    ground: useEffectEvent((point: GeoPoint) => onGround?.(point)),
    cornerMove: useEffectEvent((index: number, point: GeoPoint) => onCornerMove?.(index, point)),
    corner: useEffectEvent((index: number) => onCorner?.(index)),
  };
  useEffect(() => {
    if (!box.current) return undefined;
    const created = create(box.current);
    map.current = created;
    return () => created.remove();
  }, []);
  useEffect(() => map.current?.showZones(zones), [zones]);
  useEffect(() => map.current?.showPins(pins), [pins]);
  useEffect(() => map.current?.showDrawn(corners ?? []), [corners]);
  const button =
    "btn btn-quiet !min-h-9 !min-w-9 bg-raised shadow-float pointer-coarse:!min-h-11 pointer-coarse:!min-w-11";
  return (
    <section
      aria-label={label}
      className={`relative isolate overflow-hidden rounded-lg border border-line ${className}`}
    >
      <link rel="stylesheet" href={leafletStyles} precedence="default" />
      <link rel="stylesheet" href={mapStyles} precedence="default" />
      <div ref={box} className="absolute inset-0" />
      <div className="absolute top-2 right-2 z-500 grid gap-1">
        <button type="button" className={button} aria-label="Приблизить" onClick={() => map.current?.zoom(1)}>
          <Plus size={16} aria-hidden />
        </button>
        <button type="button" className={button} aria-label="Отдалить" onClick={() => map.current?.zoom(-1)}>
          <Minus size={16} aria-hidden />
        </button>
      </div>
      {settings.credit !== "" && (
        <p className="absolute right-0 bottom-0 z-500 bg-raised px-1 text-xs text-muted">{settings.credit}</p>
      )}
    </section>
  );
};
