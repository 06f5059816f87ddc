import { StrictMode } from "react";
import { waitFor } from "xstate";
import { readQuery } from "#machines/orders/orderList.ts";
import { App } from "./App.tsx";
import { whenCalm } from "./calm.ts";
import { type Services, ServicesContext } from "./context.ts";
import { reportErrors } from "./errors.ts";
import { listPlace } from "./listPlace.ts";
import { draw } from "./root.ts";
import { startServices } from "./services.ts";

/** How long the first drawing waits for the list that the head script has begun, milliseconds: drawn once, it is there sooner. */
const PATIENCE_MS = 150;

/** Begins the list that the path names; ends when it is there, or when patience does. */
const firstList = async ({ orderList }: Services): Promise<void> => {
  const place = listPlace(location.pathname);
  if (!place) return;
  const list = orderList(place.companyId, place.view);
  list.send({ type: "screen.enter", query: readQuery(location.search) });
  await waitFor(list, (state) => !state.hasTag("skeleton"), { timeout: PATIENCE_MS }).catch(() => {});
};

/** How long after the first sign of somebody at work, milliseconds: what the sign was for comes first. */
const SIGN_MS = 1_000;

/** Fetches the code of the main job once there is somebody to do it, so that it is there when the server is not. */
const fetchAtSign = () => {
  const fetchAll = () =>
    setTimeout(() => import("./mainJob.ts").then((job) => job.fetchMainJob()).catch(() => {}), SIGN_MS);
  for (const sign of ["pointermove", "keydown"]) addEventListener(sign, fetchAll, { once: true });
};

const start = async () => {
  const services = startServices();
  reportErrors(services.api);
  await firstList(services);
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root");
  draw(
    root,
    <StrictMode>
      <ServicesContext value={services}>
        <App />
      </ServicesContext>
    </StrictMode>,
  );
  whenCalm(fetchAtSign);
  whenCalm(() => void import("./focus.ts").then(({ keepFocus }) => keepFocus()).catch(() => {}));
};

// In a task of its own: machines and services are made after the code has been read.
if (localStorage.getItem("session")) setTimeout(start);
