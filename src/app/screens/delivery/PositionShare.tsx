import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { positionShareActors } from "#machines/boards/positionShare.actors.ts";
import { positionShareMachine } from "#machines/boards/positionShare.machine.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { setPreference, usePreference } from "../../storage/preferences.ts";
import { TickBox } from "../../ui/TickBox.tsx";

/** Checkbox with which a courier on a trip shares their position with the dispatchers. */
export const PositionShare = ({ companyId }: { companyId: number }) => {
  const { api } = useServices();
  const wasShared = usePreference("position") === "shared";
  const actor = useProvidedActor(
    positionShareMachine,
    () => positionShareActors({ api, companyId, positioning: navigator.geolocation }),
    { wasShared },
  );
  const state = useSelector(actor, (snapshot) => snapshot);
  const isShared = state.hasTag("shared");
  useEffect(() => setPreference("position", isShared ? "shared" : ""), [isShared]);
  const failure = failureText(state.context.failure);
  return (
    <div className="mb-3 text-sm">
      <TickBox checked={isShared} onChange={() => actor.send({ type: isShared ? "share.stop" : "share.start" })}>
        Показывать диспетчеру, где я. Только в рейсе
      </TickBox>
      {state.matches("denied") && (
        <p className="text-warning">Телефон не даёт узнать положение. Разрешите доступ к нему в настройках браузера.</p>
      )}
      {isShared && failure && <p className="text-warning">Положение не отправлено: {failure}</p>}
    </div>
  );
};
