import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("notification menu — shows a new order after one poll, opens the order, and marks the notification as read", {
  tag: "@patient",
}, async ({ page, operator }) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    class Desktop extends EventTarget {
      static permission = "default";
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
  });
  await signInAs(page, "cashier", "/Info");
  const bell = page.getByRole("button", { name: /^Уведомления/ });
  await bell.click();
  await page.getByRole("menuitem", { name: "Показывать на рабочем столе" }).click();
  const order = await operator.order();
  const title = `Новый заказ № ${order.internalId}`;
  await expect(page.getByRole("status").filter({ hasText: title })).toBeAttached({ timeout: 15_000 });
  // A poll shows at most three desktop notifications, and other tests create orders meanwhile.
  expect(await page.evaluate(() => Reflect.get(globalThis, "shown"))).toContainEqual(
    expect.stringMatching(/^Новый заказ № \d+$/),
  );
  await bell.click();
  await page.getByRole("menuitem", { name: new RegExp(title) }).click();
  await expect(page).toHaveURL(new RegExp(`/Company/1/Order/${order.id}$`));
  await page.goto("/Account/5/Notification?state=unread");
  await expect(page.getByRole("heading", { name: "Мои уведомления", exact: true })).toBeVisible();
  const sections = page.getByRole("navigation", { name: "Разделы профиля" });
  await expect(sections.getByRole("link", { name: "Уведомления" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Отметить все прочитанными" }).click();
  await expect(page.getByText("По этим условиям ничего нет.")).toBeVisible();
});

test("notification menu — is polled by only one of two tabs, and shows the age of its data during an outage", async ({
  page,
  context,
}) => {
  await signInAs(page, "cashier", "/Info");
  await expect(page.getByRole("button", { name: /^Уведомления/ })).toBeVisible();
  const other = await context.newPage();
  let asked = 0;
  await context.route(/\/api\/Notification\?/, async (route) => {
    asked += 1;
    await route.abort();
  });
  await other.goto("/Info");
  await expect(other.getByRole("button", { name: /данные на \d\d:\d\d|нет связи/ })).toBeVisible({ timeout: 45_000 });
  expect(asked).toBeLessThan(8);
});

test("list of all notifications — is shown to an administrator, who can delete old ones after a confirmation", async ({
  page,
}) => {
  await signInAs(page, "admin", "/Admin/Notification/all");
  await expect(page.getByRole("columnheader", { name: "Кому" })).toBeVisible();
  await page.getByRole("button", { name: "Очистить" }).click();
  await page.getByRole("dialog", { name: "Очистить уведомления?" }).getByRole("button", { name: "Да" }).click();
  await expect(page.getByText(/Удалено: \d/)).toBeVisible();
});
