import type { Page } from "@playwright/test";
import { parse } from "regexparam";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { auditLayout } from "../support/e2e/layout/audit.ts";
import {
  createLongOrder,
  freshLayers,
  type LayerExample,
  type LayerUsers,
  menus,
  orderLayers,
  otherLayers,
} from "../support/e2e/layout/layers.ts";
import { ORDER_ID, otherExamples, routeExamples } from "../support/e2e/layout/routeExamples.ts";
import { createOpener } from "../support/e2e/openScreen.ts";

test.describe.configure({ mode: "parallel" });

const SCREENS_PER_TEST = 10;

const examples = [...Object.values(routeExamples), ...otherExamples];

const patterns = Object.keys(routeExamples).map((route) => parse(route).pattern);

/**
 * Paths that the server answers without the client application: files, the API with its reference, the payment pages of
 * sandbox invoices, the shop and the review page.
 */
const SERVED = /\.\w+$|^\/(api|sandbox|shop|feedback)\b/;

/** Returns the paths of the links on the page that lead neither to a screen nor to a page of the server (`SERVED`). */
const findDeadLinks = async (page: Page): Promise<readonly string[]> => {
  const links = page.locator("a[href^='/']");
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return [...new Set(paths)].filter((path) => !SERVED.test(path) && !patterns.some((pattern) => pattern.test(path)));
};

for (let at = 0; at < examples.length; at += SCREENS_PER_TEST)
  test(`group of screens that begins with ${examples[at]} — links lead to screens, no element is covered or cut off, and no box scrolls sideways`, async ({
    page,
    operator,
    manager,
    courier,
  }) => {
    const id = await createLongOrder(operator, manager, courier);
    await signInAs(page, "admin", "/Info");
    // The audit includes the administrator's list of errors, so the page first reports an error to the server.
    const report = page.waitForResponse("**/api/Error");
    await page.evaluate(() => void Promise.reject(new Error("An error of the layout audit")));
    await report;
    const open = createOpener(page);
    for (const example of examples.slice(at, at + SCREENS_PER_TEST)) {
      const path = example.replace(ORDER_ID, String(id));
      await open(path);
      await expect.soft(page.getByRole("alert"), path).toHaveCount(0);
      expect.soft(await findDeadLinks(page), path).toEqual([]);
      expect.soft(await auditLayout(page, path)).toEqual([]);
    }
  });

const expectLoaded = async (page: Page) => {
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
};

const auditLayer = async (
  page: Page,
  { name, path, scope = "[role=dialog]", open, dialog }: LayerExample,
  users: LayerUsers,
  id: number,
) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(path.replace(ORDER_ID, String(id)));
  await expectLoaded(page);
  await open(page, users);
  if (dialog) await expect(page.getByRole("dialog", { name: dialog[1] })).toHaveCount(1);
  await expect(page.locator(scope)).not.toHaveCount(0);
  expect.soft(await auditLayout(page, name, { scope })).toEqual([]);
  await expect(page.locator(scope), `${name} is still open`).not.toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
};

const LAYERS_PER_TEST = 8;

const layers = [...orderLayers, ...otherLayers];

for (let at = 0; at < layers.length; at += LAYERS_PER_TEST)
  test(`group of dialogs and screen states that begins with '${layers[at]?.name}' — no element is covered or cut off, and no box scrolls sideways`, async ({
    page,
    operator,
    manager,
    owner,
    courier,
  }) => {
    const id = await createLongOrder(operator, manager, courier);
    await signInAs(page, "admin", "/Info");
    for (const layer of layers.slice(at, at + LAYERS_PER_TEST))
      await test.step(layer.name, () => auditLayer(page, layer, { owner }, id));
  });

for (const layer of freshLayers)
  test(`${layer.name} — no element is covered or cut off, and no box scrolls sideways`, async ({ page, owner }) => {
    await signInAs(page, "admin", "/Info");
    await auditLayer(page, layer, { owner }, 0);
  });

for (const { name, path, scope, button } of menus)
  test(`menu "${name}" — no element is covered or cut off, and no box scrolls sideways`, async ({ page }) => {
    await signInAs(page, "admin", path);
    await expectLoaded(page);
    // The profile menu loads last, so the top bar is complete when the profile menu is visible.
    await expect(page.getByRole("banner").getByRole("button", { name: "Виктор Седов" })).toBeVisible();
    const opener = page.locator(button).first();
    const menu = page.locator(scope).last();
    const reopen = async () => {
      let isOffered = true;
      // A popup closes when the window is scrolled or resized, even immediately after the click, so the click is
      // repeated. The button of a menu for phones disappears only some time after the resize.
      await expect(async () => {
        isOffered = await opener.isVisible();
        if (!isOffered) return;
        if (!(await menu.isVisible())) await opener.click({ timeout: 3_000 });
        await expect(menu).toBeVisible({ timeout: 3_000 });
      }).toPass();
      return isOffered;
    };
    expect.soft(await auditLayout(page, `menu ${name}`, { scope, reopen })).toEqual([]);
  });
