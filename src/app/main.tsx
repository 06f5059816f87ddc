import { StrictMode } from "react";
import { waitFor } from "xstate";
import { readQuery } from "#machines/orders/list/orderList.ts";
import { App } from "./App.tsx";
import { parseOrderListPath } from "./routing/orderListPath.ts";
import { type Services, ServicesContext } from "./services/context.ts";
import { reportErrors } from "./services/errorReporting.ts";
import { startServices } from "./services/startServices.ts";
import { afterFirstData } from "./startup/firstData.ts";
import { render } from "./startup/render.ts";

/**
 * Maximum time for which the first render waits for the order list, ms. The script in the page's head has requested the
 * list earlier.
 */
const FIRST_LIST_MS = 150;

/**
 * Waits for the order list, at most `FIRST_LIST_MS`. Does nothing if the current path is not the path of an order list.
 */
const loadFirstList = async ({ orderList }: Services): Promise<void> => {
  const place = parseOrderListPath(location.pathname);
  if (!place) return;
  const list = orderList(place.companyId, place.view);
  list.send({ type: "screen.enter", query: readQuery(location.search) });
  await waitFor(list, (state) => !state.hasTag("skeleton"), { timeout: FIRST_LIST_MS }).catch(() => {});
};

const start = async () => {
  const services = startServices();
  reportErrors(services.api);
  await loadFirstList(services);
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root");
  render(
    root,
    <StrictMode>
      <ServicesContext value={services}>
        <App />
      </ServicesContext>
    </StrictMode>,
  );
  afterFirstData(
    () =>
      void import("./startup/startBackground.ts")
        .then(({ startBackground }) => startBackground(services))
        .catch(() => {}),
  );
};

if (localStorage.getItem("session")) void start();
