import { Maximize, Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { ConnectionStrip } from "../../frame/ConnectionStrip.tsx";
import { KeyTools } from "../../keyboard/KeyTools.tsx";
import { playChime, unlockSound } from "../../shared/chime.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useWakeLock } from "../../shared/useWakeLock.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { KitchenPanel } from "./KitchenPanel.tsx";
import { StationChoice } from "./StationChoice.tsx";
import { useStation } from "./useStation.ts";

const toggleFullScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

/** Kitchen display for a tablet or a screen on the wall, without the frame of the application (areas, section 7). */
export const KitchenDisplay = ({ companyId }: { companyId: number }) => {
  useTitle("Экран кухни");
  useWakeLock(true);
  const { stations, stationId, isExpo, choose } = useStation(companyId);
  const [hasSound, setSound] = useState(false);
  const toggleSound = () => {
    if (!hasSound) unlockSound();
    setSound(!hasSound);
  };
  return (
    <>
      <ConnectionStrip />
      <main id="main" tabIndex={-1} className="min-h-screen px-4 py-3 outline-none">
        <h1 className="sr-only">Экран кухни</h1>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <div className="mr-auto">
            <StationChoice stations={stations} value={stationId} onChoose={choose} />
          </div>
          <Button
            aria-pressed={hasSound}
            title={hasSound ? "Выключить звук" : "Включить звук"}
            className="pointer-coarse:min-h-14 pointer-coarse:min-w-14"
            onClick={toggleSound}
          >
            {hasSound ? <Volume2 size={18} aria-hidden /> : <VolumeX size={18} aria-hidden />}
            <span className="max-[1100px]:sr-only">{hasSound ? "Звук включён" : "Включить звук"}</span>
          </Button>
          <Button
            title="Во весь экран"
            className="pointer-coarse:min-h-14 pointer-coarse:min-w-14"
            onClick={toggleFullScreen}
          >
            <Maximize size={18} aria-hidden />
            <span className="max-[1100px]:sr-only">Во весь экран</span>
          </Button>
          <Link
            href={`/Company/${companyId}/Kitchen`}
            className="btn btn-plain pointer-coarse:min-h-14 pointer-coarse:min-w-14"
          >
            Выйти
          </Link>
        </div>
        <KitchenPanel
          key={stationId}
          companyId={companyId}
          stationId={stationId}
          isExpo={isExpo}
          onNews={() => hasSound && playChime()}
        />
      </main>
      <KeyTools companyId={companyId} />
    </>
  );
};
