import { useEffect, useSyncExternalStore } from "react";
import { type EventObject, fromCallback } from "xstate";
import type { LeadWon } from "#machines/shell/notifications.machine.ts";
import { type InputMade, orderSoundMachine } from "#machines/shell/orderSound.machine.ts";
import { parseOrderListPath } from "../../routing/orderListPath.ts";
import { useServices } from "../../services/context.ts";
import { playChime, unlockSound } from "../../shared/chime.ts";
import { electTab } from "../../shared/electTab.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { createBrowserSwitch } from "./browserSwitch.ts";

const INPUTS = ["pointerdown", "keydown"];

const orderSound = createBrowserSwitch("orderSound");

/** Switches the sound for new orders from the public shop on or off in this browser. */
export const setOrderSound = orderSound.set;

/** Returns true if the user has not switched off the sound for new orders from the public shop. */
export const useIsOrderSoundOn = (): boolean => useSyncExternalStore(orderSound.subscribe, orderSound.isOn);

/** Returns true for the paths of the home page, the order lists, the stage board and the dashboard. */
const isOrderScreen = (path: string): boolean =>
  path === "/" || parseOrderListPath(path) !== undefined || /^\/company\/\d{1,10}\/(board|dashboard)\/?$/i.test(path);

const orderSoundActors = (userId: number) => ({
  firstInput: fromCallback<EventObject>(({ sendBack }) => {
    const report = () => {
      stop();
      unlockSound();
      const made: InputMade = { type: "input.made" };
      sendBack(made);
    };
    const stop = () => {
      for (const input of INPUTS) removeEventListener(input, report, true);
    };
    // A browser without `userActivation` does not report earlier input of the user, so the sound waits for the next
    // input.
    if ("userActivation" in navigator && navigator.userActivation.hasBeenActive) report();
    else for (const input of INPUTS) addEventListener(input, report, true);
    return stop;
  }),
  lead: fromCallback<EventObject>(({ sendBack }) =>
    electTab(`order sound ${userId}`, () => {
      const won: LeadWon = { type: "lead.won" };
      sendBack(won);
    }),
  ),
});

/**
 * Plays a sound for each new order from the public shop, in only one of the tabs that show orders. The sound must be
 * switched on, and the user must have clicked or pressed a key in the tab.
 */
export const useOrderSound = (path: string): void => {
  const { environment, user } = useServices();
  const actor = useProvidedActor(orderSoundMachine, () => ({ environment, ...orderSoundActors(user.id) }));
  const isWatching = useIsOrderSoundOn() && isOrderScreen(path);
  useEffect(() => actor.send({ type: isWatching ? "watch.start" : "watch.stop" }), [actor, isWatching]);
  useEmitted(actor, { "sound.play": playChime });
};
