import { expect, test } from "vitest";
import { printedRoutes, routes } from "#app/routing/routes/orders.tsx";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { screenName } from "#app/screens/admin/screenNames.ts";

test.each([...routes, ...printedRoutes, ...secondaryRoutes].map(({ path }) => path.replace(/:\w+/g, "{id}")))(
  "screenName — %s has a Russian name",
  (path) => expect(screenName(path)).toMatch(/^[А-Я]/),
);

test("screenName — a form is named by its list, a screen of a group is marked", () => {
  expect(screenName("/Company/{id}/Tag/{id}/Edit")).toBe("Теги: изменение");
  expect(screenName("/CompanyGroup/{id}/Item")).toBe("Позиции меню (группа)");
  expect(screenName("/nowhere")).toBe("/nowhere");
});
