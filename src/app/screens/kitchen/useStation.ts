import { type KitchenStationRow, kitchenStationsQuery } from "#machines/directory/descriptors/kitchenStations.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryText } from "../../shared/useQueryText.ts";

/** Station of the address (`?station=2`), with all stations of the company. */
export interface StationView {
  readonly stations: readonly KitchenStationRow[];
  /** Undefined for the whole kitchen. */
  readonly stationId: number | undefined;
  readonly isExpo: boolean;
  readonly choose: (id: number | undefined) => void;
}

/** Returns the station that the address names. An unknown station is the whole kitchen. */
export const useStation = (companyId: number): StationView => {
  const { shown } = useQuery(kitchenStationsQuery, { companyId });
  const [text, setText] = useQueryText("station");
  const stations = shown?.answer ?? [];
  const station = stations.find(({ id }) => String(id) === text);
  return {
    stations,
    stationId: station?.id,
    isExpo: station?.isExpo ?? false,
    choose: (id) => setText(id === undefined ? "" : String(id)),
  };
};
