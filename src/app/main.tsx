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
 * Maximum time for which the first render waits for the first data, ms. `UNCACHED_DATA_MS` applies if no companies are
 * cached, usually at the first visit.
 */
const FIRST_DATA_MS = 150;
const UNCACHED_DATA_MS = 1_000;

/**
 * Waits for the data of the first paint, within a time limit: the companies, and on the path of an order list also the
 * orders, statuses and tags. Without this wait, elements of the screen would move when the data arrive. Starts the
 * order list, and never rejects.
 */
const loadFirstData = async ({ shell, orderList, references }: Services): Promise<unknown> => {
  const timeout = { timeout: shell.getSnapshot().matches("loading") ? UNCACHED_DATA_MS : FIRST_DATA_MS };
  const companies = waitFor(shell, (state) => !state.matches("loading"), timeout);
  const place = parseOrderListPath(location.pathname);
  if (!place) return Promise.allSettled([companies]);
  const list = orderList(place.companyId, place.view);
  list.send({ type: "screen.enter", query: readQuery(location.search) });
  return Promise.allSettled([
    companies,
    waitFor(list, (state) => !state.hasTag("skeleton"), timeout),
    waitFor(references(place.companyId), (state) => !state.hasTag("skeleton"), timeout),
  ]);
};

const start = async () => {
  const services = startServices();
  reportErrors(services.api);
  await loadFirstData(services);
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
