import { Maximize } from "lucide-react";
import { useIsModuleOn, usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { ScreenLinks } from "../../shared/ScreenLinks.tsx";
import { useTitle } from "../../shared/useTitle.ts";
import { KitchenPanel } from "./KitchenPanel.tsx";
import { StationChoice } from "./StationChoice.tsx";
import { useStation } from "./useStation.ts";

/**
 * Screen of the kitchen with its dishes, and links to the kitchen display, the stations, the stop list and the
 * settings (areas, section 7).
 */
export const Kitchen = ({ companyId }: { companyId: number }) => {
  useTitle("Кухня");
  const { stations, isAwaited, stationId, isExpo, choose } = useStation(companyId);
  const mayEdit = usePermissions(companyId)("settings.edit");
  const reason = mayEdit ? undefined : missingPermission("settings.edit");
  const hasStops = useIsModuleOn(companyId, "stopList");
  const path = `/Company/${companyId}/Kitchen`;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto">Кухня</h1>
        <ScreenLinks
          links={[
            ...(hasStops ? [{ title: "Стоп-лист", href: `${path}/Stop` }] : []),
            { title: "Станции", href: `${path}/Station` },
            { title: "Настройки", href: `${path}/Settings`, why: reason },
          ]}
        />
        <ActionLink href={`${path}/Display${stationId === undefined ? "" : `?station=${stationId}`}`} kind="primary">
          <Maximize size={16} aria-hidden />
          Экран кухни
        </ActionLink>
      </div>
      {(isAwaited || stations.length > 0) && (
        <div className="mb-3">
          <StationChoice stations={stations} value={stationId} onChoose={choose} />
        </div>
      )}
      <KitchenPanel
        key={stationId}
        companyId={companyId}
        stationId={stationId}
        isExpo={isExpo}
        onNews={() => undefined}
      />
    </>
  );
};
