import AxeBuilder from "@axe-core/playwright";
import { expect, signIn, test } from "./world.ts";

const paths = [
  "/",
  "/Info",
  "/Company/1",
  "/Company/1/DashBoard/Summury",
  "/Company/1/DashBoard/MediumSummury",
  "/Company/1/Order/New",
  "/Company/1/Stock",
  "/Company",
  "/Company/New",
  "/Company/1/Operations",
  "/Account/4/Notification",
  "/Account/4",
  "/Account/4/Session",
  "/Admin/Account",
];

/** Screens of who runs companies and the system. */
const adminPaths = [
  "/Company/1/Edit",
  "/Company/1/Employee",
  "/Company/1/Employee/New",
  "/Admin/Notification/all",
  "/Admin",
  "/Admin/Account",
  "/Admin/Account/Session",
  "/Admin/Company",
  "/Admin/Metric",
  "/Admin/Error",
  "/Company/1/RoleCompany",
  "/Company/1/RoleCompany/3",
  "/Company/1/RoleCompany/New",
  "/Admin/RoleCompany",
  "/Admin/RoleCompany/3/Edit",
  "/Admin/Permission",
  "/CompanyGroup",
  "/CompanyGroup/1",
  "/CompanyGroup/1/Edit",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test("the login page has nothing that axe would name", async ({ page }) => {
      await page.goto("/login.html");
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });

    test("no screen has anything that axe would name", async ({ page, program }) => {
      test.setTimeout(180_000);
      const order = await program.order();
      await signIn(page);
      for (const path of [
        ...paths,
        `/Company/1/Order/${order.id}`,
        `/Company/1/Order/${order.id}/Edit`,
        `/PreBill/Company/1/Summury?orderId=${order.id}`,
      ]) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect.soft(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
      }
    });

    test("no screen of an administrator has anything that axe would name", async ({ page }) => {
      test.setTimeout(180_000);
      await signIn(page, "admin", "/");
      for (const path of adminPaths) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect.soft(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
      }
    });
  });
}
