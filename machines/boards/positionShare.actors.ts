import { type EventObject, fromCallback, fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { GeoPoint } from "#domain/geometry.ts";
import type { PositionReport } from "./positionShare.machine.ts";

/** Positioning of the device: the used part of `navigator.geolocation`. */
export interface Positioning {
  readonly watchPosition: (
    onFound: (position: { readonly coords: { readonly latitude: number; readonly longitude: number } }) => void,
    onError: (error: { readonly code: number }) => void,
  ) => number;
  readonly clearWatch: (id: number) => void;
}

const PERMISSION_DENIED = 1;
/**
 * Number of decimal places of the sent coordinates. Coordinates are in degrees, so four places give a precision of
 * about 10 m.
 */
const DIGITS = 4;

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS));

/** Dependencies of the actors. `positioning` is undefined if the device cannot determine its position. */
export interface PositionShareParts {
  readonly api: Api;
  readonly companyId: number;
  readonly positioning: Positioning | undefined;
}

/**
 * Returns the actors that watch the position of a courier's phone, send the position to the server, and remove it
 * from the server.
 */
export const positionShareActors = ({ api, companyId, positioning }: PositionShareParts) => {
  const save = async (point: GeoPoint | null, signal: AbortSignal): Promise<void> => {
    const params = { path: { companyId } };
    await unwrap(api.PUT("/api/Delivery/Company/{companyId}/Position", { params, body: { point }, signal }));
  };
  return {
    watch: fromCallback<EventObject>(({ sendBack }) => {
      const report = (event: PositionReport): void => sendBack(event);
      if (!positioning) throw new Error("The device has no positioning");
      const watch = positioning.watchPosition(
        ({ coords: { latitude, longitude } }) =>
          report({ type: "position.found", point: { lat: rounded(latitude), lon: rounded(longitude) } }),
        // Only a refused permission is reported. Other errors are temporary, for example in a tunnel.
        ({ code }) => code === PERMISSION_DENIED && report({ type: "position.denied" }),
      );
      return () => positioning.clearWatch(watch);
    }),
    send: fromPromise<void, { readonly point: GeoPoint | undefined }>(({ input, signal }) =>
      save(input.point ?? null, signal),
    ),
    hide: fromPromise<void>(({ signal }) => save(null, signal)),
  };
};
