import { type KitchenStationRow, kitchenStationsQuery } from "#machines/directory/descriptors/kitchenStations.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryText } from "../../shared/useQueryText.ts";

/** Kitchen station in the URL (`?station=2`), and all stations of the company. */
export interface StationView {
  readonly stations: readonly KitchenStationRow[];
  /** True while the stations are being loaded for the first time. */
  readonly isAwaited: boolean;
  /** Id of the station. Undefined for the whole kitchen. */
  readonly stationId: number | undefined;
  readonly isExpo: boolean;
  readonly choose: (id: number | undefined) => void;
}

/** Returns the kitchen station in the URL. If the URL contains no known station, returns the whole kitchen. */
export const useStation = (companyId: number): StationView => {
  const { shown, error } = useQuery(kitchenStationsQuery, { companyId });
  const [text, setText] = useQueryText("station");
  const stations = shown?.answer ?? [];
  const station = stations.find(({ id }) => String(id) === text);
  return {
    stations,
    isAwaited: !shown && !error,
    stationId: station?.id,
    isExpo: station?.isExpo ?? false,
    choose: (id) => setText(id === undefined ? "" : String(id)),
  };
};
