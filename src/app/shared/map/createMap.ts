import "./allowLeaflet.ts";
import {
  divIcon,
  geoJSON,
  type LatLngBounds,
  type Layer,
  type LayerGroup,
  latLng,
  latLngBounds,
  layerGroup,
  map as leafletMap,
  type Marker,
  type MarkerOptions,
  marker,
  polygon,
  tileLayer,
  tooltip,
} from "leaflet";
import type { GeoPoint } from "#domain/geometry.ts";
import type { MapSettings } from "./mapSettings.ts";

/** Delivery zone on a map. */
export interface MapZone {
  readonly id: number;
  readonly name: string;
  readonly polygon: readonly GeoPoint[];
}

/** Pin on a map with a short text. `title` is its accessible name. */
export interface MapPin {
  readonly id: number;
  readonly point: GeoPoint;
  readonly text: string;
  readonly title: string;
  readonly tone: "accent" | "warning" | "negative" | "muted";
}

/**
 * Event handlers of a map.
 * - `onPick`: click on a pin, or Enter.
 * - `onCorner`: click on a corner, or Enter.
 * - `onCornerMove`: end of the drag of a corner.
 * - `onGround`: any other click.
 */
export interface MapEvents {
  readonly onPick?: ((id: number) => void) | undefined;
  readonly onGround?: ((point: GeoPoint) => void) | undefined;
  readonly onCornerMove?: ((index: number, point: GeoPoint) => void) | undefined;
  readonly onCorner?: ((index: number) => void) | undefined;
}

const toPoint = ({ lat, lng }: { lat: number; lng: number }): GeoPoint => ({
  lat: Number(lat.toFixed(6)),
  lon: Number(lng.toFixed(6)),
});

const toLatLng = ({ lat, lon }: GeoPoint) => latLng(lat, lon);

// Leaflet inserts a text as HTML, and the Content Security Policy forbids this. The text is therefore passed as an
// element.
const textElement = (text: string): HTMLElement => {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
};

const pinIcon = ({ text, tone }: MapPin) =>
  divIcon({
    className: "map-pin",
    html: Object.assign(textElement(text), { className: `map-pin-${tone}` }),
    iconSize: undefined,
  });

const cornerIcon = () => divIcon({ className: "map-corner", html: textElement(""), iconSize: [18, 18] });

/**
 * Adds a marker that calls `onPress` on a click or Enter. Leaflet itself fires no click on Enter, and gives a marker
 * with a text no accessible name.
 */
const addMarker = (
  group: LayerGroup,
  point: GeoPoint,
  options: MarkerOptions & { title: string },
  onPress: () => void,
): Marker => {
  const added = marker(toLatLng(point), options)
    .on("click", onPress)
    .on("keypress", ({ originalEvent }) => originalEvent.key === "Enter" && onPress())
    .addTo(group);
  added.getElement()?.setAttribute("aria-label", options.title);
  return added;
};

const WORLD = latLngBounds([-60, -170], [75, 170]);

const nameOf = (properties: unknown): string => {
  const name: unknown = typeof properties === "object" && properties !== null ? Reflect.get(properties, "name") : "";
  return typeof name === "string" ? name : "";
};

const readStreets = async (url: string, signal: AbortSignal): Promise<Layer & { getBounds: () => LatLngBounds }> => {
  const response = await fetch(url, { signal, credentials: "omit" });
  return geoJSON(await response.json(), {
    interactive: true,
    style: { className: "map-street" },
    onEachFeature: ({ properties }, street) => street.bindTooltip(textElement(nameOf(properties)), { sticky: true }),
  });
};

/**
 * Creates a map in an element, and returns functions that show zones, pins and a polygon, zoom the map and remove
 * it. The streets from the settings are added after they are loaded.
 */
export const createMap = (box: HTMLElement, { streets, tiles }: MapSettings, events: MapEvents) => {
  const map = leafletMap(box, { attributionControl: false, zoomControl: false, zoomSnap: 0.5 });
  const stopped = new AbortController();
  const zones = layerGroup().addTo(map);
  const drawn = layerGroup().addTo(map);
  const pins = layerGroup().addTo(map);
  let shownBounds: LatLngBounds | undefined;
  map.fitBounds(WORLD);
  if (tiles !== "") tileLayer(tiles).addTo(map);
  map.on("click", ({ latlng }) => events.onGround?.(toPoint(latlng)));

  /** Fits the map to the bounds, unless the map was fitted before. */
  const place = (bounds: LatLngBounds): void => {
    if (shownBounds || !bounds.isValid()) return;
    shownBounds = bounds.pad(0.05);
    map.fitBounds(shownBounds, { animate: false });
  };
  map.on("resize", () => shownBounds && map.fitBounds(shownBounds, { animate: false }));

  if (streets !== "")
    readStreets(streets, stopped.signal).then(
      (layer) => {
        layer.addTo(map);
        place(layer.getBounds());
      },
      // If the streets cannot be loaded, the map is shown without them.
      () => undefined,
    );

  return {
    showZones: (shown: readonly MapZone[]): void => {
      zones.clearLayers();
      for (const zone of shown) {
        const area = polygon(zone.polygon.map(toLatLng), { className: "map-zone", interactive: false }).addTo(zones);
        // Zones often lie inside each other, and names in their centres would overlap. Each name is therefore placed at
        // the north-west corner of the bounding box of its zone.
        tooltip({ permanent: true, direction: "right", offset: [4, 14], opacity: 0.9, className: "map-name" })
          .setLatLng(area.getBounds().getNorthWest())
          .setContent(textElement(zone.name))
          .addTo(zones);
      }
      place(latLngBounds(shown.flatMap((zone) => zone.polygon.map(toLatLng))));
    },
    showPins: (shown: readonly MapPin[]): void => {
      pins.clearLayers();
      for (const pin of shown)
        addMarker(pins, pin.point, { icon: pinIcon(pin), title: pin.title }, () => events.onPick?.(pin.id));
      place(latLngBounds(shown.map(({ point }) => toLatLng(point))));
    },
    /** Shows a polygon with corners that the user can move. */
    showDrawn: (corners: readonly GeoPoint[]): void => {
      drawn.clearLayers();
      polygon(corners.map(toLatLng), { className: "map-drawn", interactive: false }).addTo(drawn);
      for (const [index, corner] of corners.entries())
        addMarker(
          drawn,
          corner,
          { draggable: true, icon: cornerIcon(), title: `Угол ${index + 1}: перетащите или уберите` },
          () => events.onCorner?.(index),
        ).on("dragend", ({ target }) => events.onCornerMove?.(index, toPoint(target.getLatLng())));
      place(latLngBounds(corners.map(toLatLng)));
    },
    zoom: (by: number): void => {
      map.setZoom(map.getZoom() + by);
    },
    remove: (): void => {
      stopped.abort();
      map.remove();
    },
  };
};
