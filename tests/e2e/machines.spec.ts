import { spawnSync } from "node:child_process";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { ports } from "../support/e2e/stackSettings.ts";

const server = createOwnServer(ports.machines, { DIST_DIR: "dist-inspect" });

test.use({ baseURL: server.origin });

test.beforeAll(async () => {
  const built = spawnSync(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error"], {
    stdio: "inherit",
    env: { ...process.env, INSPECT: "1" },
  });
  expect(built.status).toBe(0);
  await server.start();
});

test.afterAll(() => server.kill());

test("inspector page — shows the machines of another tab, sends events and replays steps", async ({
  page,
  context,
}) => {
  await signInAs(page);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const machines = await context.newPage();
  await machines.goto("/machines");
  const choose = machines.getByRole("navigation").getByRole("button", { name: /^orderList/ });
  await choose.click();
  const live = machines.locator('[id="state orderList.shown"]');
  await expect(live).toHaveClass(/is-active/);

  const requested = page.waitForRequest(/MediumSummury/);
  await machines.getByLabel("Событие в виде JSON").fill('{ "type": "list.refresh" }');
  await machines.getByRole("button", { name: "Послать событие" }).click();
  await requested;
  await machines
    .getByRole("button", { name: /orderList:1:open query\.loaded/ })
    .first()
    .click();
  await expect(machines.locator('[id^="edge orderList.shown"].is-taken').first()).toBeAttached();
  await machines.getByRole("button", { name: "Назад" }).click();
  await expect(machines.getByRole("button", { name: "Вживую" })).not.toHaveAttribute("aria-disabled", "true");
  await machines.getByRole("button", { name: "Вживую" }).click();
  // The replay has selected the machine of the replayed step, so the order list must be selected again.
  await choose.click();
  await expect(live).toHaveClass(/is-active/);
});

test("inspector page — offers to load a drawing again after a failed load", async ({ page }) => {
  await signInAs(page);
  await page.route("**/orderList*.svg", (route) => route.abort());
  await page.goto("/machines");
  await page
    .getByRole("navigation")
    .getByRole("button", { name: /^orderList/ })
    .click();
  const failure = page.getByRole("alert").filter({ hasText: "Схема не загрузилась" });
  await expect(failure).toBeVisible();
  await page.unrouteAll();
  await failure.getByRole("button", { name: "Повторить" }).click();
  await expect(page.locator('[id="state orderList.shown"]')).toBeAttached();
  await expect(failure).toHaveCount(0);
});

test("inspector page — removes the actors of a closed page, and shows the method and path of each API request", async ({
  page,
  context,
}) => {
  await signInAs(page);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const machines = await context.newPage();
  await machines.goto("/machines");
  const live = machines.getByRole("region", { name: "Работают сейчас" });
  await expect(live.getByRole("button", { name: /^orderList/ })).toHaveCount(1);
  const [first] = await live.getByRole("heading", { level: 3 }).allInnerTexts();
  await page.reload();
  await expect(live.getByText(first ?? "")).toHaveCount(0);
  await expect(live.getByRole("button", { name: /^orderList/ })).toHaveCount(1);
  await expect(live.getByRole("heading", { level: 3 })).toHaveCount(1);
  await expect(live.getByRole("button", { name: "query companies" })).toBeVisible();
  const steps = machines.getByRole("region", { name: "Шаги" }).getByRole("listitem");
  await machines.getByLabel("Отбор шагов").fill("get /api/company");
  await expect(steps.filter({ hasText: "requestGET /api/Company" }).first()).toBeVisible();
  await expect(steps.filter({ hasNotText: "GET /api/Company", visible: true })).toHaveCount(0);
  await page.close();
  await expect(live.getByText("Работают сейчас: 0")).toBeVisible();
});

test("inspector page — shows whether the machine `liveFeed` streams, polls after the end of the stream, or lacks the stream on the server", async ({
  page,
  context,
}) => {
  const expectState = async (state: string, open: () => Promise<unknown>) => {
    // Only the leader of the tabs requests the event stream. The inspector page is opened after the request, so that
    // the tab with the orders, and not the inspector page, is the leader.
    await Promise.all([page.waitForRequest("**/api/Event"), open()]);
    const machines = await context.newPage();
    await machines.goto("/machines");
    await machines
      .getByRole("region", { name: "Работают сейчас" })
      .getByRole("button", { name: /^liveFeed/ })
      .click();
    await expect(machines.locator(`[id="state liveFeed.${state}"]`)).toHaveClass(/is-active/);
    await machines.close();
  };
  await expectState("leading.streaming.live", () => signInAs(page));
  await page.route("**/api/Event", (route) => route.fulfill({ contentType: "text/event-stream", body: "" }));
  await expectState("leading.polling", () => page.reload());
  await page.unrouteAll();
  await page.route("**/api/Event", (route) => route.fulfill({ status: 404 }));
  await expectState("leading.missing", () => page.reload());
});

test("log of steps for support — can be copied in a dialog, and on a screen without sidebar and top bar", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = page.getByText("След для поддержки скопирован");
  const trail = () => page.evaluate(() => navigator.clipboard.readText());
  await signInAs(page);
  await page.locator("tr[data-row]").first().getByRole("link").first().click();
  await page.getByRole("button", { name: /Сменить статус/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Control+.");
  await expect(copied).toBeVisible();
  expect(await trail()).toContain('"machine":"orderDetail"');
  await signInAs(page, "kitchen", "/Company/1/Kitchen/Display");
  await page.keyboard.press("Control+.");
  await expect(copied).toBeVisible();
  expect(await trail()).toContain("/Company/1/Kitchen/Display\n");
});

test("log of steps for support — can be copied on the pages without React, and contains no password and no link code", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const trail = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/login.html");
  await page.getByLabel("Имя пользователя").fill("operator");
  await page.getByLabel("Пароль").fill("wrong password");
  await page.getByRole("button", { name: "Войти" }).click();
  await expect(page.getByRole("alert")).toContainText("Неверное имя или пароль");
  await page.getByRole("button", { name: "Скопировать след для поддержки" }).click();
  await expect(page.getByRole("button", { name: /^След скопирован/ })).toBeVisible();
  expect(await trail()).toContain('"machine":"signIn"');
  expect(await trail()).not.toContain("wrong password");
  await page.goto("/tracker.html#unknown-code");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.keyboard.press("Control+.");
  await expect(page.getByRole("button", { name: /^След скопирован/ })).toBeVisible();
  expect(await trail()).toContain('"machine":"phoneTracker"');
  expect(await trail()).not.toContain("unknown-code");
});

test("log of steps for support — is copied without phone numbers and can be replayed", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs(page, "operator", "/Company/1/Order/New");
  const copy = async () => {
    await page.keyboard.press("Control+.");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  // The log keeps only the last 200 steps. The test waits until the steps of the page start have ended, because they
  // could otherwise push the later steps out of the log.
  await expect.poll(copy).toContain("orderEditor");
  await page.getByLabel("Контактный телефон").pressSequentially("+79161234567");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Найти/ }).fill("след для");
  await page.getByRole("option", { name: /Скопировать след/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("draft.type");
  const trail = await page.evaluate(() => navigator.clipboard.readText());
  expect(trail).not.toContain("9161234567");

  const machines = await context.newPage();
  await machines.goto("/machines");
  await machines.getByLabel("След для поддержки").fill(trail);
  const step = (name: RegExp) => machines.getByRole("button", { name }).first();
  await step(/orderEditor draft\.type/).click();
  await expect(machines.locator('[id="state orderEditor"]')).toHaveClass(/is-active/);
  await machines.getByRole("button", { name: "Вперёд" }).click();
  await expect(machines.locator('[id="state orderEditor"]')).toHaveCount(0);
  // The log may lack the steps before the first `phone.change`, and the transition of that step is then unknown. The
  // test therefore chooses the last `phone.change`.
  await machines
    .getByRole("button", { name: /customerLookup customer phone\.change/ })
    .last()
    .click();
  await expect(machines.locator(".is-taken").first()).toBeAttached();
});
