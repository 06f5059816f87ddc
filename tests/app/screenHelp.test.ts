import { expect, test } from "vitest";
import { findHelp, screenHelp } from "#app/keyboard/help/screenHelp.ts";
import { routes } from "#app/routing/routes/orders.tsx";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { ORDER_ID, routeExamples } from "../support/e2e/layout/routeExamples.ts";

const paths = [...routes, ...secondaryRoutes].map(({ path }) => path);

test.each(Object.entries(screenHelp))(
  "help of %s — belongs to a route and has at most five sentences",
  (path, help) => {
    expect(paths).toContain(path);
    expect(help.length).toBeLessThanOrEqual(5);
    for (const sentence of help) expect(sentence).toMatch(/^[А-ЯA-Z«←].*\.$/);
    const [example = ""] = (routeExamples[path] ?? "").replace(ORDER_ID, "1").split("?");
    expect(findHelp(example)).toBe(help);
  },
);

test("findHelp — ignores case and returns nothing for a screen without help", () => {
  expect(findHelp("/company/1/board")).toBe(screenHelp["/Company/:companyId/Board"]);
  expect(findHelp("/Company/1/Tag")).toEqual([]);
});
