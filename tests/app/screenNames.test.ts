import { expect, test } from "vitest";
import { routes } from "#app/routing/routes/orders.tsx";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { screenName } from "#app/screens/admin/screenNames.ts";

test.each([...routes, ...secondaryRoutes].map(({ path }) => path.replace(/:\w+/g, "{id}")))(
  "screenName — returns a Russian name for %s",
  (path) => expect(screenName(path)).toMatch(/^[А-Я]/),
);

test("screenName — names a form after its list and its action, and returns an unknown path unchanged", () => {
  expect(screenName("/Company/{id}/Tag/{id}/Edit")).toBe("Теги: изменение");
  expect(screenName("/CompanyGroup/{id}/Item")).toBe("Позиции меню (группа)");
  expect(screenName("/nowhere")).toBe("/nowhere");
});
