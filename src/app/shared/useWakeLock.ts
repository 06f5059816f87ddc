import { useEffect } from "react";

/** Keeps the screen awake while `isOn` is true, if the browser supports it. */
export const useWakeLock = (isOn: boolean): void => {
  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.hidden || isOver) return;
      lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isOver) await lock?.release();
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, [isOn]);
};
