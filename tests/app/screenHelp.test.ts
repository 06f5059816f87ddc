import { expect, test } from "vitest";
import { findHelp, screenHelp } from "#app/keyboard/help/screenHelp.ts";
import { routes } from "#app/routing/routes/orders.tsx";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { ORDER_ID, routeExamples } from "../support/e2e/layout/routeExamples.ts";

const paths = [...routes, ...secondaryRoutes].map(({ path }) => path);

test.each(Object.entries(screenHelp))(
  "help of the path %s — belongs to a route and has at most five sentences",
  (path, help) => {
    expect(paths).toContain(path);
    expect(help.length).toBeLessThanOrEqual(5);
    for (const sentence of help) expect(sentence).toMatch(/^[А-ЯA-Z«←].*\.$/);
    const [example = ""] = (routeExamples[path] ?? "").replace(ORDER_ID, "1").split("?");
    expect(findHelp(example)).toBe(help);
  },
);

test("findHelp — ignores case", () => {
  expect(findHelp("/company/1/board")).toBe(screenHelp["/Company/:companyId/Board"]);
});

test.each(paths)("screen %s — has help of two to five sentences", (path) => {
  const [example = ""] = (routeExamples[path] ?? "").replace(ORDER_ID, "1").split("?");
  const help = findHelp(example);
  expect(help.length).toBeGreaterThanOrEqual(2);
  expect(help.length).toBeLessThanOrEqual(5);
});
