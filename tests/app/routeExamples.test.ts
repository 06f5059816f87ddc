import { expect, test } from "vitest";
import { findRoute } from "#app/routing/route.ts";
import { routes } from "#app/routing/routes/orders.tsx";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { ORDER_ID, routeExamples } from "../support/e2e/layout/routeExamples.ts";

const tables = [routes, secondaryRoutes];

const routeOf = (example: string): string | undefined => {
  const [path = ""] = example.replace(ORDER_ID, "1").split("?");
  return tables.map((table) => findRoute(table, path)).find(Boolean)?.route.path;
};

test("layout audit — has exactly one example for each route of the application", () => {
  expect(Object.keys(routeExamples).sort()).toEqual(
    tables
      .flat()
      .map(({ path }) => path)
      .sort(),
  );
});

test("layout audit — each example opens its own route", () => {
  const found = Object.fromEntries(Object.entries(routeExamples).map(([path, example]) => [path, routeOf(example)]));
  expect(found).toEqual(Object.fromEntries(Object.keys(routeExamples).map((path) => [path, path])));
});

test("path with a malformed id — opens no screen", () => {
  const withId = Object.keys(routeExamples).filter((path) => /:(?!module\b)/.test(path));
  const malformed = withId.flatMap((path) =>
    ["x", "0", "-1", "1.5", "99999999999999999999"].map((id) => path.replaceAll(/:\w+/g, id)),
  );
  expect(malformed.filter((path) => tables.some((table) => findRoute(table, path)))).toEqual([]);
});
