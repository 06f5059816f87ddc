import { dishPricesActors } from "#machines/catalogue/dishPrices.actors.ts";
import { dishPricesMachine } from "#machines/catalogue/dishPrices.machine.ts";
import type { DishPricesQuery } from "#machines/catalogue/dishPrices.ts";
import { useServices } from "../../../services/context.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";

/** Runs the machine of the prices of a dish by company while the component is mounted. */
export const useDishPrices = (query: DishPricesQuery) => {
  const { api, environment, newKey, now } = useServices();
  return useProvidedActor(dishPricesMachine, () => dishPricesActors({ api, environment, newKey, now }), { query });
};
