import type { Page } from "@playwright/test";
import { RECORD } from "#app/session/storage.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

/**
 * Replaces the browser's desktop notifications by a list. The initial permission is `permission`. Each request for
 * permission is granted.
 */
const fakeDesktop = (page: Page, permission: "default" | "granted") =>
  page.addInitScript((given) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    class Desktop extends EventTarget {
      static permission = given;
      static requestPermission = async () => {
        Desktop.permission = "granted";
        return "granted";
      };
      constructor(title: string) {
        super();
        shown.push(title);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Desktop });
  }, permission);

/** Returns unread notifications of new orders, the latest first. */
const notifications = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: count - index,
    title: `Новый заказ № ${count - index}`,
    message: "",
    code: "order",
    data: { orderId: count - index, companyId: 1 },
    date: "2026-11-21T10:05:12Z",
    isRead: false,
  }));

const shownOnDesktop = (page: Page) => page.evaluate(() => Reflect.get(globalThis, "shown"));

test("notification menu — announces a new order; choosing the notification opens the order and marks the notification as read", async ({
  page,
  operator2,
}) => {
  await fakeDesktop(page, "default");
  const firstRead = page.waitForResponse(/\/api\/Notification\?/);
  await signInAs(page, "owner2", "/Company/3");
  // Notifications in the first response are not announced, so the order is created after this response.
  await firstRead;
  const bell = page.getByRole("button", { name: /^Уведомления/ });
  await bell.click();
  await page.getByRole("menuitem", { name: "Показывать на рабочем столе" }).click();
  const order = await operator2.order();
  const title = `Новый заказ № ${order.internalId}`;
  await expect(page.getByRole("status").filter({ hasText: title })).toBeAttached();
  expect(await shownOnDesktop(page)).toContain(title);
  await bell.click();
  const row = page.getByRole("menuitem", { name: new RegExp(title) });
  await expect(row).toContainText(/ · \d\d\.\d\d\.\d{4} \d\d:\d\d/);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/Company/3/Order/${order.id}$`));
  const { userId } = await page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? ""), RECORD);
  await page.goto(`/Account/${userId}/Notification?state=unread`);
  await expect(page.getByRole("heading", { name: "Мои уведомления", exact: true })).toBeVisible();
  const sections = page.getByRole("navigation", { name: "Разделы профиля" });
  await expect(sections.getByRole("link", { name: "Уведомления" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
  await operator2.order();
  await page.reload();
  await page.getByRole("button", { name: "Отметить все прочитанными" }).click();
  await expect(page.getByText("По этим условиям ничего нет.")).toBeVisible();
});

test("notifications — one of two tabs polls for both tabs, and the second tab polls after the first tab is closed", async ({
  page,
  context,
}) => {
  // The event stream is blocked, because with an event stream the tabs poll only once a minute.
  await context.route("**/api/Event", (route) => route.abort());
  let count = 1;
  const polls: ("first" | "second")[] = [];
  await context.route(/\/api\/Notification\?/, (route) => {
    polls.push(route.request().frame().page() === page ? "first" : "second");
    return route.fulfill({ json: notifications(count) });
  });
  const bell = (tab: Page, label: string) => tab.getByRole("button", { name: `Уведомления: ${label}`, exact: true });
  await signInAs(page, "cashier", "/Info");
  await expect(bell(page, "1 новое")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/Info");
  await expect(bell(other, "1 новое")).toBeVisible();
  count = 2;
  for (const tab of [page, other]) await expect(bell(tab, "2 новых")).toBeVisible({ timeout: 30_000 });
  count = 3;
  for (const tab of [other, page]) await expect(bell(tab, "3 новых")).toBeVisible({ timeout: 30_000 });
  expect(new Set(polls)).toEqual(new Set(["first"]));
  await page.close();
  count = 4;
  await expect(bell(other, "4 новых")).toBeVisible({ timeout: 30_000 });
  expect(polls.at(-1)).toBe("second");
});

test("list of all notifications — an administrator can delete old notifications", async ({ page }) => {
  await signInAs(page, "admin", "/Admin/Notification/all");
  await expect(page.getByRole("columnheader", { name: "Кому" })).toBeVisible();
  await page.getByRole("button", { name: "Очистить" }).click();
  await page.getByRole("dialog", { name: "Очистить уведомления?" }).getByRole("button", { name: "Да" }).click();
  await expect(page.getByText(/Удалено: \d/)).toBeVisible();
});

test("desktop notifications — are shown while the page is hidden, and can be switched off", async ({
  page,
  operator,
}) => {
  await fakeDesktop(page, "granted");
  await signInAs(page, "cashier", "/Info");
  const bell = page.getByRole("button", { name: /^Уведомления/ });
  // Notifications in the first response are not announced, so the order is created after this response is stored.
  const isRead = () => page.evaluate(() => localStorage.getItem("remembered:5:notifications") !== null);
  await expect.poll(isRead).toBe(true);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await operator.order();
  await expect.poll(() => shownOnDesktop(page), { timeout: 45_000 }).not.toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: false });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await bell.click();
  await page.getByRole("menuitem", { name: "Не показывать на рабочем столе" }).click();
  await page.getByRole("button", { name: "Ирина Белова" }).click();
  await page.getByRole("menuitem", { name: "Выйти" }).click();
  await page.waitForURL("**/login.html**");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await signInAs(page, "cashier", "/Info");
  await bell.click();
  await expect(page.getByRole("menuitem", { name: "Показывать на рабочем столе", exact: true })).toBeVisible();
});

test("notification menu in a second window — shows the stored notifications before the first poll of this window", async ({
  page,
  context,
  operator,
}) => {
  await operator.order();
  await signInAs(page, "cashier", "/Info");
  const bell = page.getByRole("button", { name: /^Уведомления: / });
  await expect(bell).toBeVisible();
  const other = await context.newPage();
  await other.route(/\/api\/Notification\?/, () => {});
  await other.addInitScript(() => {
    new MutationObserver(() => {
      const label = document.querySelector("button[aria-label^='Уведомления']")?.getAttribute("aria-label");
      if (label) Reflect.set(globalThis, "firstLabel", Reflect.get(globalThis, "firstLabel") ?? label);
    }).observe(document, { childList: true, subtree: true });
  });
  await other.goto("/Info");
  await expect(other.getByRole("button", { name: /^Уведомления/ })).toBeVisible();
  expect(await other.evaluate(() => Reflect.get(globalThis, "firstLabel"))).toMatch(/^Уведомления: .*новых?/);
});

test("notification menu — shows '50+' only for more than 50 notifications", async ({ page }) => {
  await signInAs(page, "cashier", "/Info");
  const answer = (count: number) =>
    page.route(/\/api\/Notification\?/, (route) => route.fulfill({ json: notifications(count) }));
  for (const [count, label, badge] of [
    [50, "Уведомления: 50 новых", "50"],
    [51, "Уведомления: больше 50 новых", "50+"],
  ] as const) {
    await answer(count);
    await page.reload();
    const bell = page.getByRole("button", { name: label });
    await expect(bell).toBeVisible();
    await expect(bell).toHaveText(badge);
  }
});
