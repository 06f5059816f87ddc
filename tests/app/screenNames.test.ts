import { expect, test } from "vitest";
import { furtherRoutes } from "#app/routes/Further.tsx";
import { printedRoutes, routes } from "#app/routes.tsx";
import { screenName } from "#app/screens/admin/screenNames.ts";

test.each([...routes, ...printedRoutes, ...furtherRoutes].map(({ path }) => path.replace(/:\w+/g, "{id}")))(
  "the screen %s has a name in words",
  (path) => expect(screenName(path)).toMatch(/^[А-Я]/),
);

test("what stands below a list is called by the list, and what is a group's is said to be", () => {
  expect(screenName("/Company/{id}/Tag/{id}/Edit")).toBe("Теги: изменение");
  expect(screenName("/CompanyGroup/{id}/Item")).toBe("Позиции меню (группа)");
  expect(screenName("/nowhere")).toBe("/nowhere");
});
